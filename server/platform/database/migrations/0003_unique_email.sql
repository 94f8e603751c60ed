-- One living account per address; a deleted user's address is free again.
create unique index users_email_unique on users (lower(email)) where status <> 'deleted';
