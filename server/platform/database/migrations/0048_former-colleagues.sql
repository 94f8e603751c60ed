-- Groups and access lists name people of their own company alone; until now a user who moved stayed on those of the former one.
update groups t set members_uids = array(
    select each.uid from unnest(t.members_uids) with ordinality each(uid, nth)
    where not exists (select 1 from users u where u.uid = each.uid and u.company_uid is distinct from t.company_uid) order by each.nth)
  where exists (select 1 from users u where u.uid = any(t.members_uids) and u.company_uid is distinct from t.company_uid);
update vectos t set
    access_list_uids = array(
      select each.uid from unnest(t.access_list_uids) with ordinality each(uid, nth)
      where not exists (select 1 from users u where u.uid = each.uid and u.company_uid is distinct from t.company_uid) order by each.nth),
    default_access_list_uids = array(
      select each.uid from unnest(t.default_access_list_uids) with ordinality each(uid, nth)
      where not exists (select 1 from users u where u.uid = each.uid and u.company_uid is distinct from t.company_uid) order by each.nth)
  where exists (select 1 from users u where u.uid = any(t.access_list_uids || t.default_access_list_uids)
    and u.company_uid is distinct from t.company_uid);
-- A version that nobody else may read keeps its list.
update versions t set access_list_uids = array(
    select each.uid from unnest(t.access_list_uids) with ordinality each(uid, nth)
    where not exists (select 1 from users u where u.uid = each.uid and u.company_uid is distinct from t.company_uid) order by each.nth)
  where exists (select 1 from users u where u.uid = any(t.access_list_uids) and u.company_uid is distinct from t.company_uid)
    and (t.access_groups_uids <> '{}' or exists (
      select 1 from users u where u.uid = any(t.access_list_uids) and u.company_uid = t.company_uid));
