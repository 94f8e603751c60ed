import { asObject } from '~/model/objects'
import type { ItemStore } from './item-store'
import type { SentFiles } from './queue-item'

/**
 * Creates the record of an item whose files are sent, under the name that it has now. Where the answer to an earlier
 * attempt was lost, the record is found by its file.
 */
export const saveItem = async (store: ItemStore, id: number, files: SentFiles) => {
  const item = store.get(id)
  if (!item) throw new Error('The item was removed')
  const { plan, name, error } = item
  const [first] = plan.parts
  const sent = first && files[first.field]
  // Only then: a duplicate that was sent on purpose is a record of its own.
  const made = error && sent ? await plan.find(first.field, sent.md5Hash, sent.ref) : undefined
  return made ?? plan.create(name, files)
}

/** The server no longer has the uploaded file, such as a day later: it has to be sent again. */
export const isFileLost = (error: unknown) => {
  const { status, body } = asObject(error)
  const fields = Object.keys(asObject(asObject(body).errors))
  return status === 422 && fields.some(field => ['file', 'insv1', 'insv2'].includes(field))
}
