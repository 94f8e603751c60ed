import type { Store } from 'react-admin'
import type { Resource } from '~/model/define'
import { tableKey } from './list-columns'

/** Thumbnails are pictures: a spreadsheet has no use for their signed links. */
const isText = ({ fields }: Resource, path: string) => fields[path]?.kind !== 'thumbnail'

/** The columns that the user chose, in their order, as react-admin's table stores them. */
export const shownColumns = (store: Store, resource: Resource, all: readonly string[]) => {
  const key = tableKey(resource.name)
  const hidden = store.getItem<readonly string[]>(key) ?? resource.list.hidden ?? []
  const ranks = store.getItem<readonly number[]>(`${key}_columnRanks`) ?? []
  const order = [...ranks, ...all.keys()].filter((rank, index, list) => list.indexOf(rank) === index)
  return order
    .flatMap(index => all[index] ?? [])
    .filter(path => !hidden.includes(path) && isText(resource, path))
}
