import { namesOfFiles } from '~/model/content-types'
import { medias } from '~/model/resources/medias'
import type { RecordPlan } from '~/src/upload/queue/queue-item'
import { type Batch, creatorOf, finderOf } from './record-maker'

/** One media per file. */
export const planMedias = async (files: readonly File[], batch: Batch): Promise<RecordPlan[]> => {
  const create = creatorOf(batch, medias)
  const names = namesOfFiles(files.map(({ name }) => name))
  return files.map((file, at) => ({
    name: names[at] ?? file.name,
    resource: medias.name,
    parts: [{ field: 'file', file, accept: medias.fields.file.accept }],
    find: finderOf(batch, medias.name),
    create: (name, { file: sent }) =>
      create({ name, file: sent, contentType: sent?.contentType, checksum: `b64-${sent?.md5Hash}` }),
  }))
}
