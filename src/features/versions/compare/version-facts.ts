import type { Link } from '~/model/fields'
import type { PanelVersion } from '~/model/record-types'

/** The lists of who may open a version. */
export const accessLists = ['accessList', 'accessGroups'] as const
export type AccessList = (typeof accessLists)[number]

/** What an access list of one version names and that of the other does not. */
export const accessChanges = (list: AccessList, before: PanelVersion, after: PanelVersion) => {
  const [old, now] = [before[list] ?? [], after[list] ?? []]
  const without = (some: readonly Link[], others: readonly Link[]) =>
    some.filter(({ ref }) => !others.some(other => other.ref === ref))
  return { added: without(now, old), removed: without(old, now), isEmpty: old.length + now.length === 0 }
}

/** Undefined where both versions have the same file, by its content. */
export const fileChange = (before: PanelVersion, after: PanelVersion) => {
  const [old, now] = [before.file, after.file]
  if (old?.md5Hash === now?.md5Hash && old?.size === now?.size) return undefined
  return { before: old?.size ?? before.size ?? 0, after: now?.size ?? after.size ?? 0 }
}
