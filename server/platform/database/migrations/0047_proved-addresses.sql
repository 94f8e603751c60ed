-- Whether an address is the user's: proved by a link that was sent to it, or by an identity provider. Accounts that work keep
-- theirs: those who came by a link or a provider, and those who have signed in. An account that staff made and that was never
-- used proves nothing.
alter table users add column email_proved boolean not null default false;
update users set email_proved = true
  where status <> 'pending' and (terms_agreement is not null or third_party or last_login_at is not null);
-- A guest is named as a user once the user has accepted.
update guests set user_uid = null, guest_label = guest_email, keywords = (
    select coalesce(array_agg(k), '{}') from unnest(keywords) k where position(k in fold(guest_email)) > 0)
  where status = 'pending';
