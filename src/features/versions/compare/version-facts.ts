import type { RaRecord } from 'react-admin'
import { isLink, type Link } from '~/model/fields'
import { isObject } from '~/model/objects'

const linksIn = (value: unknown): Link[] => (Array.isArray(value) ? value.filter(isLink) : [])
const fileIn = ({ file }: RaRecord) => (isObject(file) ? file : {})

/** The people on the access list of one version and not of the other. */
export const accessChanges = (before: RaRecord, after: RaRecord) => {
  const [old, now] = [linksIn(before.accessList), linksIn(after.accessList)]
  const without = (some: readonly Link[], others: readonly Link[]) =>
    some.filter(({ ref }) => !others.some(other => other.ref === ref))
  return { added: without(now, old), removed: without(old, now) }
}

/** Undefined where both versions have the same file, by its content. */
export const fileChange = (before: RaRecord, after: RaRecord) => {
  const [old, now] = [fileIn(before), fileIn(after)]
  if (old.md5Hash === now.md5Hash && old.size === now.size) return undefined
  return { before: Number(old.size ?? before.size ?? 0), after: Number(now.size ?? after.size ?? 0) }
}
