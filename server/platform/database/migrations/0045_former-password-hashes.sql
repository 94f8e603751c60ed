-- Whether hashes of former parameters are left is asked at each sign-in.
create index auth_account_former_hash on auth_account ((true)) where password is not null and password not like '$scrypt$%';
