-- Partner accounts belong in companies that are partners, root accounts in the provider's company: that of the first root.
alter table companies add column is_provider boolean not null default false;
update companies set is_provider = true where uid = (
  select company_uid from users where role = 'root' and status <> 'deleted' and company_uid is not null
  order by status <> 'active', created_at, uid limit 1);
create unique index companies_is_provider on companies (is_provider) where is_provider;

-- Active accounts elsewhere are disabled, not deleted. The audit log and the security events list them.
create temporary table misplaced on commit drop as
  select u.uid, u.company_uid, concat_ws(' ', u.firstname, u.lastname) as label from users u
  left join companies c on c.uid = u.company_uid
  where u.status = 'active' and (u.role = 'partner' and c.is_partner is not true or u.role = 'root' and c.is_provider is not true);
update users set status = 'disabled', is_active = false, updated_at = date_trunc('milliseconds', now())
  where uid in (select uid from misplaced);
update companies c set users_active = greatest(0, users_active - (select count(*) from misplaced m where m.company_uid = c.uid))
  where uid in (select company_uid from misplaced);
delete from tokens where user_uid in (select uid from misplaced);
with gone as (delete from auth_session where "userId" in (select uid from misplaced) returning id)
update sessions s set ended_at = now(), updated_at = now(), duration = extract(epoch from now() - s.created_at)
  from gone where s.uid = gone.id and s.ended_at is null;
insert into events (uid, event, type, object, label, company_uid, args)
  select substr(md5(random()::text || uid), 1, 20), 'update', 'users', 'users/' || uid, nullif(label, ''), company_uid,
    '{"changes": {"status": ["active", "disabled"]}, "by": "rolePlaces"}'::jsonb from misplaced;
insert into security_events (uid, event, user_uid, company_uid, address, details)
  select substr(md5(random()::text || uid), 1, 20), 'statusChanged', uid, company_uid, '',
    '{"from": "active", "to": "disabled", "reason": "rolePlaces"}'::jsonb from misplaced;
-- A company's default role follows the same rule. New users got no more than the role of a manager by it.
update companies set role = 'manager'
  where role = 'partner' and not is_partner or role = 'root' and not is_provider;

-- The company is locked against a change of what it is, until the account's transaction ends.
create function check_role_place() returns trigger language plpgsql as $$
declare
  company record;
begin
  if new.role not in ('partner', 'root') or new.status not in ('active', 'pending') then return new; end if;
  if tg_op = 'UPDATE' and new.role is not distinct from old.role and new.status is not distinct from old.status
    and new.company_uid is not distinct from old.company_uid then return new; end if;
  select is_partner, is_provider into company from companies where uid = new.company_uid for no key update;
  if new.role = 'partner' and company.is_partner is not true or new.role = 'root' and company.is_provider is not true then
    raise exception 'the company has no accounts with the role %', new.role
      using errcode = 'check_violation', constraint = 'users_role_place';
  end if;
  return new;
end $$;
create trigger users_role_place before insert or update of role, status, company_uid on users
  for each row execute function check_role_place();

create function check_place_in_use() returns trigger language plpgsql as $$
begin
  if old.is_partner and not new.is_partner and exists (
      select 1 from users where company_uid = new.uid and role = 'partner' and status in ('active', 'pending'))
    or old.is_provider and not new.is_provider and exists (
      select 1 from users where company_uid = new.uid and role = 'root' and status in ('active', 'pending')) then
    raise exception 'accounts of the company need what it is'
      using errcode = 'check_violation', constraint = 'companies_role_place';
  end if;
  return new;
end $$;
create trigger companies_role_place before update of is_partner, is_provider on companies
  for each row execute function check_place_in_use();
