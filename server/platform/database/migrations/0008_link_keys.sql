-- Keys of links in e-mails: one at a time for each purpose and person, found by both.
create unique index auth_verification_identifier on auth_verification (identifier);
