import { z } from 'zod'
import { users } from '~/model/resources/users'
import { defaultView } from '~/server/features/views/default-views'
import { schemasOf } from '~/server/records/schemas/record-schemas'

/** The signed-in user, as Parse clients and the panel read them: see `describeUser`. */
export const startedSession = schemasOf(users)
  .record.extend({
    objectId: z.string(),
    username: z.string(),
    sessionToken: z.string(),
    reach: z
      .object({ own: z.array(z.string()), managed: z.array(z.string()), open: z.array(z.string()) })
      .meta({ description: 'The companies that each scope covers' }),
    defaultViews: z
      .array(defaultView)
      .meta({ description: 'The views that the user has their lists open with' }),
    viewedUntil: z
      .string()
      .nullable()
      .meta({ description: 'When the view of somebody else, who sees the panel as this user, ends' }),
    licensed: z.boolean().meta({ description: 'May this company create companies?' }),
  })
  .meta({ id: 'session' })
