import { type BulkAction, listFieldOf, namesIn } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { ApiError, invalidFields } from '~/model/errors'
import type { Context } from '~/server/records/hooks'
import { loadForUpdate } from '~/server/records/writing/load-for-update'
import { updateRecord } from '~/server/records/writing/update-record'

/** Links of the record as they are; new ones by their reference. */
const fieldValue = (isLinks: boolean, name: string) => (isLinks ? { ref: name } : name)

/**
 * Adds values to a list field of a record, or removes them, with the checks of a single update.
 * @returns those that made a difference: the record had some of the added ones, or lacked some of the removed ones
 * @throws ApiError 409 `unchanged` if nothing is different: such a record is not undone either
 */
export const changeList = async (
  context: Context,
  resource: Resource,
  uid: string,
  { bulk, values }: { readonly bulk: BulkAction; readonly values: readonly string[] | undefined },
) => {
  const path = listFieldOf(bulk) ?? ''
  const record = await loadForUpdate(context, resource, 'update', uid)
  if (!values) throw invalidFields({ [path]: 'required' })
  const before = namesIn(record[path])
  const changed = [...new Set(values)].filter(name => before.includes(name) !== Boolean(bulk.add))
  if (changed.length === 0) throw new ApiError('unchanged', 'It is so already')
  const after = bulk.add ? [...before, ...changed] : before.filter(name => !changed.includes(name))
  const isLinks = resource.fields[path]?.kind === 'links'
  await updateRecord(context, resource, { uid }, { [path]: after.map(name => fieldValue(isLinks, name)) })
  return changed
}
