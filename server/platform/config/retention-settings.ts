import { z } from 'zod'

const days = (usual: number) => ({
  schema: z.coerce.number().int().min(0).max(36_500).default(usual),
  takes: 'a number of days up to 36500; 0: for good',
})

/** Days that a deleted record can be restored; 0: it is deleted at once, for good. */
const trashDays = {
  schema: z.coerce.number().int().min(0).max(3650).default(30),
  takes: 'a number of days up to 3650; 0: nothing is kept',
}

/** How long what only grows is kept. */
export const retentionSettings = {
  RETENTION_EVENTS_DAYS: days(0),
  RETENTION_SESSIONS_DAYS: days(0),
  RETENTION_MAILS_DAYS: days(90),
  RETENTION_NOTIFICATIONS_DAYS: days(90),
  RETENTION_DELIVERIES_DAYS: days(30),
  RETENTION_SECURITY_EVENTS_DAYS: days(365),
  RETENTION_USAGE_DAYS: days(1100),
} as const

/** How long what was deleted is kept. */
export const trashSettings = { TRASH_DAYS: trashDays } as const
