import { asObject } from '~/model/objects'
import type { notifications } from '~/model/resources/notifications'
import type { Hooks } from '~/server/records/context'

export const notificationHooks: Hooks<typeof notifications> = {
  /** In the language that the reader has now; `title` and `detail` are stored in that of then. */
  present: (record, { lang }) => ({ ...record, ...asObject(asObject(record.texts)[lang]) }),
}
