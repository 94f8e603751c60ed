import { type SQL, sql } from 'drizzle-orm'
import { refOf } from '~/model/refs'

/**
 * What a job is about: its record, or one part of it, of which each has a job of its own (`vectos/<uid>/3`).
 * @param part from 0 on
 */
export const subjectOf = (resource: string, uid: string, part?: number) =>
  part === undefined ? refOf(resource, uid) : `${refOf(resource, uid)}/${part}`

/** Whether a row of `making` is about a record or a part of it. @param record its subject */
export const isAbout = (record: string | SQL) =>
  sql`(making.subject = ${record} or starts_with(making.subject, ${record} || '/'))`

/** The record of a job, and the part of it that the job makes; undefined: all of it. */
export const recordIn = (subject: string) => {
  const [resource = '', uid = '', part] = subject.split('/')
  return { resource, uid, part: part === undefined ? undefined : Number(part) }
}

/** The priority of a job in its queue: parts come in their order, and records that are divided take turns. */
export const priorityOf = (subject: string) => -(recordIn(subject).part ?? 0)
