alter table shares drop constraint shares_vecto_uid_fkey;
alter table shares add constraint shares_vecto_uid_fkey foreign key (vecto_uid) references vectos (uid);
