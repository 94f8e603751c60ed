-- Raised by each change of what a user signs in with, and compared wherever something was proved before a transaction.
alter table users add column credential_version bigint not null default 0;
