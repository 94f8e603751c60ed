import { z } from 'zod'
import { BULK_CHUNK, BULK_VALUES, type BulkAction, listFieldOf } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { refTo } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { textUpTo } from '~/server/platform/http/route-schemas'
import { EXAMPLE_UID, exampleOf } from '~/server/records/schemas/field-examples'

export const bulkBody = z.object({
  uids: z.array(textUpTo(200)).min(1).max(BULK_CHUNK),
  values: z
    .array(textUpTo(200).trim().min(1))
    .min(1)
    .max(BULK_VALUES)
    .optional()
    .meta({ description: 'What is added to a list field, or removed from it: texts, or references' }),
  dryRun: z.boolean().optional().meta({ description: 'Tells what would be done, and changes nothing' }),
})

/** The body of one action, with an example of what it takes. */
export const bulkBodyOf = ({ fields }: Resource, bulk: BulkAction) => {
  const uids = [EXAMPLE_UID]
  const field = fields[listFieldOf(bulk) ?? '']
  if (!field) return bulkBody.meta({ example: { uids } })
  const values = field.target ? [refTo(resourceOf(field.target), EXAMPLE_UID, EXAMPLE_UID)] : exampleOf(field)
  return bulkBody.meta({ example: { uids, values } })
}

export const bulkResponse = z.object({
  done: z.array(z.string()).meta({ description: 'The uids of the records that were changed, or would be' }),
  left: z
    .array(
      z.object({
        uid: z.string(),
        label: z.string().meta({ description: 'Empty if the record is not there for the reader' }),
        code: z.string().meta({ description: 'The code of the refusal of a single request' }),
        params: z.record(z.string(), z.union([z.string(), z.number()])),
      }),
    )
    .meta({ description: 'The records that were left as they are, and why' }),
  undo: z
    .array(
      z.object({
        resource: z.string(),
        action: z.string(),
        uids: z.array(z.string()),
        values: z.array(z.string()).optional(),
      }),
    )
    .meta({
      description: 'The bulk actions that undo this one: one for all records that were changed alike',
    }),
})

export type BulkAnswer = z.output<typeof bulkResponse>

export const matchingResponse = z.object({
  ids: z.array(z.string()).meta({ description: 'Uids; of nested records, `<uid of the parent>/<uid>`' }),
})
