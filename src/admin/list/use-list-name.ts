import { useParentRecord } from '~/src/admin/parent-record'

/** The name by which a list keeps its state: each parent record has its own list of nested records. */
export const useListName = (resource: string) => {
  const holder = useParentRecord()?.uid
  return holder === undefined ? resource : `${resource}.${holder}`
}
