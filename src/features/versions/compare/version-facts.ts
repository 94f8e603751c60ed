import type { RaRecord } from 'react-admin'
import { isLink, type Link } from '~/model/fields'
import { isObject } from '~/model/objects'

const linksIn = (value: unknown): Link[] => (Array.isArray(value) ? value.filter(isLink) : [])
const fileIn = ({ file }: RaRecord) => (isObject(file) ? file : {})

/** The lists of who may open a version. */
export const accessLists = ['accessList', 'accessGroups'] as const
export type AccessList = (typeof accessLists)[number]

/** What an access list of one version names and that of the other does not. */
export const accessChanges = (list: AccessList, before: RaRecord, after: RaRecord) => {
  const [old, now] = [linksIn(before[list]), linksIn(after[list])]
  const without = (some: readonly Link[], others: readonly Link[]) =>
    some.filter(({ ref }) => !others.some(other => other.ref === ref))
  return { added: without(now, old), removed: without(old, now), isEmpty: old.length + now.length === 0 }
}

/** Undefined where both versions have the same file, by its content. */
export const fileChange = (before: RaRecord, after: RaRecord) => {
  const [old, now] = [fileIn(before), fileIn(after)]
  if (old.md5Hash === now.md5Hash && old.size === now.size) return undefined
  return { before: Number(old.size ?? before.size ?? 0), after: Number(now.size ?? after.size ?? 0) }
}
