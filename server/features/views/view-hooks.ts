import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { canEverList } from '~/model/access'
import { ApiError, invalidFields } from '~/model/errors'
import type { Actor } from '~/model/grants'
import { viewQuery } from '~/model/lists/list-address'
import type { ChangesOf, User } from '~/model/record-of'
import { refIn, refOf, uidOf } from '~/model/refs'
import { isResourceName, resourceOf } from '~/model/registry'
import { type views, viewsPerList } from '~/model/resources/views'
import type { Database } from '~/server/platform/database/database'
import type { Context, Hooks } from '~/server/records/context'
import { restoreFull } from '~/server/records/trash'

/** A view that its owner has a list, or one of its tabs, open with. */
export const defaultView = z.object({ list: z.string(), tab: z.string(), query: z.string() })

/** Read with the session, so that the first list immediately requests the right rows. */
export const defaultViewsOf = (database: Database, user: string) =>
  database.query<
    z.output<typeof defaultView>
  >(sql`select list, coalesce(tab, '') as tab, coalesce(query, '') as query
    from views where created_by_uid = ${user} and is_default order by list, tab`)

/**
 * Unshares the views of a user who leaves their company, since colleagues could no longer ask their owner about them.
 * The views of a deleted user are deleted; those of a user who changes company move with them.
 */
export const leaveViews = async ({ tx, now }: Context, user: User) => {
  if (user.status === 'deleted') {
    await tx.run(sql`delete from views where created_by_uid = ${user.uid}`)
    return
  }
  const company = refIn(user.company)
  await tx.run(sql`update views set shared = false, company_uid = ${company ? uidOf(company) : null}, updated_at = ${now}
    where created_by_uid = ${user.uid}`)
}

type View = ChangesOf<typeof views>

/** The definition of a list with a screen that the actor may see. */
const listNamed = (name: string, actor: Actor) => {
  const resource = isResourceName(name) ? resourceOf(name) : undefined
  const isShown = resource && resource.flat !== false && !resource.paths.list.includes('#')
  if (!isShown || !canEverList(resource, actor)) throw invalidFields({ list: 'unknown_option' })
  return resource
}

/** The view as the list's own address would say it. @throws ApiError 422 with a code per field */
const checkAddress = ({ actor }: Context, { list, tab, query }: View) => {
  const resource = listNamed(list ?? '', actor)
  const tabs = Object.keys(resource.list.tabs ?? {})
  const isTab = tabs.length > 0 ? tabs.includes(tab ?? '') : !tab
  if (!isTab) throw invalidFields({ tab: 'unknown_option' })
  const kept = viewQuery({ resource, role: actor.role, tab: tab ?? '' }, query ?? '')
  if (kept === undefined) throw invalidFields({ query: 'invalid' })
  return kept || null
}

/** One after another for one owner: names are unique, and defaults too, without a race. */
const lockViews = ({ tx }: Context, owner: string) =>
  tx.query(sql`select pg_advisory_xact_lock(hashtext(${`views ${owner}`}))`)

/** Names are compared as they sort: without regard to case and accents. */
const isTaken = async ({ tx }: Context, owner: string, { list, name }: View, except = '') => {
  const [taken] = await tx.query(sql`select 1 from views where created_by_uid = ${owner} and list = ${list}
    and name_sort = fold(${name}) and uid <> ${except}`)
  return taken !== undefined
}

const requireOwnName = async (context: Context, owner: string, view: View, except = '') => {
  if (await isTaken(context, owner, view, except)) throw invalidFields({ name: 'taken' })
}

const hasRoom = async ({ tx }: Context, owner: string, { list }: View) => {
  const [row] = await tx.query<{ n: string }>(
    sql`select count(*) as n from views where created_by_uid = ${owner} and list = ${list}`,
  )
  return Number(row?.n ?? 0) < viewsPerList
}

const tooMany = () =>
  new ApiError('too_many_views', `At most ${viewsPerList} views of a list`, {
    params: { limit: viewsPerList },
  })

/** A list, or each of its tabs, opens with one view at most. */
const dropDefault = ({ tx, now }: Context, owner: string, { list, tab }: View, except = '') =>
  tx.run(sql`update views set is_default = false, updated_at = ${now} where created_by_uid = ${owner}
    and list = ${list} and tab is not distinct from ${tab ?? null} and is_default and uid <> ${except}`)

/** @throws ApiError 409 for the view of a user who is deleted: their views return with them */
const requireOwner = async ({ tx }: Context, owner: string, name: string) => {
  const [found] = await tx.query(sql`select 1 from users where uid = ${owner} and status <> 'deleted'`)
  if (!found) throw new ApiError('restore_missing', 'Its owner is deleted', { params: { name } })
}

/** Restores a view: unshared if its owner has changed company, and not as default if another view is the default now. */
const settleIn = ({ tx }: Context, uid: string) =>
  tx.run(sql`update views v set company_uid = u.company_uid,
      shared = v.shared and v.company_uid is not distinct from u.company_uid,
      is_default = v.is_default and not exists (select 1 from views o where o.created_by_uid = v.created_by_uid
        and o.list = v.list and o.tab is not distinct from v.tab and o.is_default and o.uid <> v.uid)
    from users u where u.uid = v.created_by_uid and v.uid = ${uid}`)

export const viewHooks: Hooks<typeof views> = {
  beforeCreate: async (context, values) => {
    const { uid, company } = context.actor
    values.company = company === null ? null : { ref: refOf('companies', company) }
    values.query = checkAddress(context, values)
    await lockViews(context, uid)
    if (!(await hasRoom(context, uid, values))) throw tooMany()
    await requireOwnName(context, uid, values)
    if (values.isDefault) await dropDefault(context, uid, values)
  },

  beforeUpdate: async (context, before, changes) => {
    const after = { ...before, ...changes }
    const owner = before.createdBy ? uidOf(before.createdBy.ref) : ''
    if ('query' in changes || 'tab' in changes) changes.query = checkAddress(context, after)
    await lockViews(context, owner)
    if ('name' in changes) await requireOwnName(context, owner, after, before.uid)
    if (after.isDefault) await dropDefault(context, owner, after, before.uid)
  },

  beforeReturn: async (context, view) => {
    const owner = view.createdBy ? uidOf(view.createdBy.ref) : ''
    await requireOwner(context, owner, view.name)
    await lockViews(context, owner)
    if (!(await hasRoom(context, owner, view))) throw restoreFull(view.name, viewsPerList)
    if (await isTaken(context, owner, view))
      throw new ApiError('restore_taken', 'A view of that name exists', { params: { name: view.name } })
  },

  afterReturn: async (context, { uid }) => {
    await settleIn(context, uid)
  },
}
