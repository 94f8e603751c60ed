import { sql } from 'drizzle-orm'
import type { TemplateAction } from '~/model/mail-templates'
import type { Database } from '~/server/platform/database/database'

/** A notification to a user, on any page of the panel: the subject of an e-mail to them. */
export type Notification = {
  /** Uid of the recipient. */
  readonly user: string
  /** Uid of the e-mail, to detect duplicates: a notification may be delivered twice. */
  readonly id: string
  readonly title: string
  /** The panel path with more information. */
  readonly path: string
  /** ISO time. */
  readonly at: string
}

/** E-mails also shown as notifications, with their panel path. Links with a key are in the e-mail only. */
const places: { readonly [A in TemplateAction]?: string } = {
  groupInvitation: '/home',
  vectoCompleted: '/video3d',
  vectoFailed: '/video3d#failedScenes',
}

type Told = {
  readonly uid: string
  readonly action: TemplateAction
  readonly subject: string
  readonly createdAt: Date
}

/** The notification for an e-mail to a user; undefined for e-mails that go to the mailbox only. */
export const notificationOf = (
  user: string,
  { uid, action, subject, createdAt }: Told,
): Notification | undefined => {
  const path = places[action]
  return path === undefined ? undefined : { user, id: uid, title: subject, path, at: createdAt.toISOString() }
}

/** Maximum number of notifications replayed after an absence. */
const MOST = 20
/** Milliseconds by which a change may be committed later than its timestamp. */
const OVERLAP = 10_000

/** The notifications of a user since a time, oldest first; includes those from shortly before. */
export const notificationsSince = async (
  database: Database,
  user: string,
  since: Date,
): Promise<Notification[]> => {
  const rows =
    await database.query<Told>(sql`select uid, action, subject, created_at as "createdAt" from mails
    where user_uid = ${user} and action = any(${sql.param(Object.keys(places))})
      and created_at > ${new Date(since.getTime() - OVERLAP)} order by created_at desc limit ${MOST}`)
  return rows.reverse().flatMap(row => notificationOf(user, row) ?? [])
}
