import { type ListPlace, readAddress, writeAddress } from './list-address'

const sorted = (query: string) => {
  const search = new URLSearchParams(query)
  search.sort()
  return String(search)
}

/**
 * What a view keeps of a list's address: its filters, sort and page size, without the page.
 * @returns undefined if the query says anything that this list would not say of itself to this role
 */
export const viewQuery = (place: ListPlace, query: string): string | undefined => {
  const search = new URLSearchParams(query)
  search.delete('page')
  const asked = readAddress(place, String(search))
  const kept = asked ? writeAddress(place.resource, place.tab, asked) : ''
  return sorted(kept) === sorted(String(search)) ? kept : undefined
}
