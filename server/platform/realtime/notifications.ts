import { sql } from 'drizzle-orm'
import type { TemplateAction } from '~/model/mail-placeholders'
import type { Database } from '~/server/platform/database/database'

/** Something a person is told wherever they are: the subject of an e-mail to them. */
export type Notification = {
  /** Uid of the user who is told. */
  readonly user: string
  /** Uid of the e-mail: the same notice may be told twice. */
  readonly id: string
  readonly title: string
  /** An address of the panel where there is more about it. */
  readonly path: string
  /** ISO time. */
  readonly at: string
}

/** What is also told on the screen, and where it leads. A link with a key is for the e-mail alone. */
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

/** The notice of an e-mail to a user; undefined for e-mails that are nobody's business but the mailbox's. */
export const notificationOf = (
  user: string,
  { uid, action, subject, createdAt }: Told,
): Notification | undefined => {
  const path = places[action]
  return path === undefined ? undefined : { user, id: uid, title: subject, path, at: createdAt.toISOString() }
}

/** Notices told again at most, to somebody who was away. */
const MOST = 20
/** Milliseconds by which a change may be kept later than its time says. */
const OVERLAP = 10_000

/** What the user was told since a time, oldest first; what was told shortly before is among it. */
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
