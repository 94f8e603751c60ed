import { asObject } from '~/model/objects'
import type { notifications } from '~/model/resources/notifications'
import type { Hooks } from '~/server/records/context'

export const notificationHooks: Hooks<typeof notifications> = {
  /** Texts in the reader's current language; `title` and `detail` are stored in the language of the time of sending. */
  present: (record, { lang }) => ({ ...record, ...asObject(asObject(record.texts)[lang]) }),
}
