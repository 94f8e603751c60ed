import { refOf } from '~/model/refs'

/**
 * What a job is about: its record, or one part of it, of which each has a job of its own (`vectos/<uid>/3`).
 * @param part from 0 on
 */
export const subjectOf = (resource: string, uid: string, part?: number) =>
  part === undefined ? refOf(resource, uid) : `${refOf(resource, uid)}/${part}`

/** The record of a job, and the part of it that the job makes; undefined: all of it. */
export const recordIn = (subject: string) => {
  const [resource = '', uid = '', part] = subject.split('/')
  return { resource, uid, part: part === undefined ? undefined : Number(part) }
}
