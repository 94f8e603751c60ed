import { z } from 'zod'
import { users } from '~/model/resources/users'
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
    licensed: z.boolean().meta({ description: 'May this company create companies?' }),
  })
  .meta({ id: 'session' })
