import type { Resource } from './define'
import { asObject } from './objects'

/** The uid in a reference such as `companies/abc` or `companies/abc/groups/def`. */
export const uidOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1)

/** The reference of a link. */
export const refIn = (link: unknown): string | undefined => {
  const { ref } = asObject(link)
  return typeof ref === 'string' ? ref : undefined
}

/** The references of a link or of a list of links. */
export const refsIn = (links: unknown): string[] =>
  (Array.isArray(links) ? links : [links]).flatMap(link => refIn(link) ?? [])

/** A reference to a record of this resource, which may live in a parent. */
export type Ref<N extends string> = `${N}/${string}` | `${string}/${N}/${string}`

export const refOf = <N extends string>(resource: N, uid: string): `${N}/${string}` => `${resource}/${uid}`

/** A reference as written in the panel's addresses: dots instead of slashes. */
export const dotted = (ref: string) => ref.replaceAll('/', '.')

/** `companies.abc`, `companies/abc` or `abc` → `abc`; undefined for another collection. */
export const uidIn = (collection: string, place: string): string | undefined => {
  const [first = '', second, ...more] = place.replaceAll('.', '/').split('/')
  if (more.length > 0) return undefined
  if (second === undefined) return first || undefined
  return first === collection && second !== '' ? second : undefined
}

/** The parent resource. */
export const parentOf = ({ parent, fields }: Resource) =>
  parent === undefined ? undefined : fields[parent]?.target

export const collectionOf = ({ collection, name }: Resource) => collection ?? name

/** The uid of the parent record. */
export const parentUidOf = ({ parent }: Resource, record: Readonly<Record<string, unknown>>) => {
  const ref = parent === undefined ? undefined : refIn(record[parent])
  return ref ? uidOf(ref) : undefined
}

/** A record's document path (decisions §1). */
export const refTo = (resource: Resource, uid: string, parentUid: string | undefined) => {
  const parent = parentOf(resource)
  return parent === undefined
    ? refOf(resource.name, uid)
    : `${parent}/${parentUid ?? ''}/${collectionOf(resource)}/${uid}`
}

export const refOfRecord = (resource: Resource, record: Readonly<Record<string, unknown>>) =>
  refTo(resource, String(record.uid ?? ''), parentUidOf(resource, record))

export type Named = { readonly uid: string; readonly parentUid: string | undefined }

/** Parses a reference to this resource. */
export const readRef = (resource: Resource, ref: string): Named | undefined => {
  const parts = ref.split('/')
  const parent = parentOf(resource)
  const heads = parent === undefined ? [resource.name] : [parent, collectionOf(resource)]
  const fits = parts.length === heads.length * 2 && heads.every((head, index) => parts[index * 2] === head)
  const uid = parts.at(-1)
  if (!fits || !uid) return undefined
  return { uid, parentUid: parent === undefined ? undefined : parts[1] }
}

export const isRefTo = (resource: Resource, ref: string) => readRef(resource, ref) !== undefined
