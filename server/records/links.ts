import { type SQL, sql } from 'drizzle-orm'
import { isEmpty } from '~/model/access'
import type { Resource } from '~/model/define'
import { type FieldCode, invalidFields } from '~/model/errors'
import type { Field } from '~/model/fields'
import { refsIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import type { Row } from '~/server/platform/database/database'
import type { Context, Values } from './context'
import { companyColumn } from './sql'
import { columnOf } from './tables'

type Found = Row & { uid: string; company: string | null }

/** Whether records of this resource can move to another company. */
const canMove = ({ company, fields }: Resource) => {
  const field = company === undefined ? undefined : fields[company]
  return field !== undefined && !field.immutable && !field.readOnly
}

/** The linked records that exist, with their company; locked where they could leave it until this change is committed. */
const findLinked = ({ tx }: Context, field: Field, uids: readonly string[]) => {
  const target = resourceOf(field.target ?? '')
  const company = companyColumn(target)
  return tx.query<Found>(sql`select uid, ${company ? sql.identifier(company) : sql`null`} as company
    from ${sql.identifier(target.name)} where uid = any(${sql.param(uids)}) order by uid
    ${field.sameCompany && canMove(target) ? sql`for share` : sql``}`)
}

const codeFor = async (
  context: Context,
  field: Field,
  value: unknown,
  company: string | null,
): Promise<FieldCode | undefined> => {
  const uids = [...new Set(refsIn(value).map(uidOf))]
  if (uids.length === 0) return undefined
  const found = await findLinked(context, field, uids)
  if (found.length < uids.length) return 'unknown_record'
  return field.sameCompany && found.some(row => row.company !== company) ? 'other_company' : undefined
}

/** Removes links to records of another company from the lists of a record that returns from the trash. */
export const dropForeignLinks = async ({ tx }: Pick<Context, 'tx'>, resource: Resource, uid: string) => {
  const own = companyColumn(resource)
  if (own === undefined) return
  for (const [key, field] of Object.entries(resource.fields)) {
    const target = resourceOf(field.target ?? resource.name)
    const company = companyColumn(target)
    if (field.kind !== 'links' || !field.sameCompany || field.inverse !== undefined || !company) continue
    const column = sql.identifier(columnOf(key, field))
    // Targets that are in the trash themselves keep their place.
    await tx.run(sql`update ${sql.identifier(resource.name)} t set ${column} = array(
        select each.uid from unnest(t.${column}) with ordinality each(uid, nth)
        where not exists (select 1 from ${sql.identifier(target.name)} x where x.uid = each.uid
          and x.${sql.identifier(company)} is distinct from t.${sql.identifier(own)})
        order by each.nth)
      where t.uid = ${uid} and t.${column} <> '{}'`)
  }
}

const uidsOf = (value: unknown) => refsIn(value).map(uidOf)

/**
 * Locks one of the records that replace an empty list: a concurrent deletion waits, and finds it in use.
 * One is enough, and two requests that each lock one cannot deadlock.
 * @throws ApiError 422 required if they have been deleted since
 */
const holdStandIns = async ({ fields }: Resource, { tx }: Context, changed: Values, before: Values) => {
  const whole = { ...before, ...changed }
  for (const [key, { requiredUnless: other }] of Object.entries(fields)) {
    if (other === undefined || !(key in changed || other in changed) || !isEmpty(whole[key])) continue
    const held = await tx.query(sql`select uid from ${sql.identifier(fields[other]?.target ?? '')}
      where uid = any(${sql.param(uidsOf(whole[other]))}) limit 1 for share`)
    if (held.length === 0) throw invalidFields({ [key]: 'required' })
  }
}

/**
 * Checks that links name existing records and, with `sameCompany`, only records of the record's own company.
 * @param company uid of the company that the record will belong to
 * @param before the current record on update
 * @throws ApiError 422 unknown_record, other_company, required
 */
export const checkRelations = async (
  resource: Resource,
  context: Context,
  changed: Values,
  company: string | null,
  before: Values = {},
) => {
  const wrong: Record<string, FieldCode> = {}
  for (const [key, value] of Object.entries(changed)) {
    const field = resource.fields[key]
    if (field?.kind !== 'link' && field?.kind !== 'links') continue
    const code = await codeFor(context, field, value, company)
    if (code) wrong[key] = code
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
  await holdStandIns(resource, context, changed, before)
}

/** Updates links stored by their target: adds the record to new targets and removes it from former ones. */
const moveBetween = async (
  context: Context,
  field: Field,
  uid: string,
  before: string[],
  after: string[],
) => {
  const target = resourceOf(field.target ?? '')
  const column = sql.identifier(columnOf(field.inverse ?? '', target.fields[field.inverse ?? '']))
  const change = (what: SQL, uids: string[]) =>
    uids.length === 0
      ? undefined
      : context.tx.run(sql`update ${sql.identifier(target.name)}
          set ${column} = ${what}, updated_at = ${context.now} where uid = any(${sql.param(uids)})`)
  await change(
    sql`array_remove(${column}, ${uid})`,
    before.filter(each => !after.includes(each)),
  )
  await change(
    sql`array_append(array_remove(${column}, ${uid}), ${uid})`,
    after.filter(each => !before.includes(each)),
  )
}

/** Writes the inverse links of a record, which other records store. */
export const syncRelations = async (
  context: Context,
  resource: Resource,
  uid: string,
  changes: Values,
  before: Values = {},
) => {
  for (const [key, value] of Object.entries(changes)) {
    const field = resource.fields[key]
    if (field?.kind !== 'links' || field.inverse === undefined) continue
    if (resourceOf(field.target ?? '').fields[field.inverse]?.kind !== 'links') continue
    await moveBetween(context, field, uid, uidsOf(before[key]), uidsOf(value))
  }
}
