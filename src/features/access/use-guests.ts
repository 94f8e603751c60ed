import { useInfiniteQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { labelOf } from '~/model/access'
import { refOfRecord } from '~/model/refs'
import { guests } from '~/model/resources/guests'
import { guestsNamed } from '~/model/who-has-access'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { PanelRecord } from '~/src/api/contract/records'
import type { ToldGroup } from './access-facts'

/** Of the guests that are asked for here: the first are told with the access. */
const FIRST_PAGE = 2

const toldGuest = (record: PanelRecord): ToldGroup['guests'][number] => ({
  guest: { ref: refOfRecord(guests, record), label: labelOf(guests, record) },
  accepted: record.status === 'accepted',
})

/** The guests of a group as far as they are told, and the way to the next of them. */
export const useGuests = ({ group, guests: first, guestCounts }: ToldGroup) => {
  const provider = useDataProvider<PanelDataProvider>()
  const { data, error, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [guests.name, 'access', group.ref],
    queryFn: ({ pageParam: page }) =>
      provider.getList<PanelRecord>(guests.name, {
        pagination: { page, perPage: guestsNamed },
        sort: { field: 'guest.email', order: 'ASC' },
        filter: {},
        meta: { at: `${group.ref}/guests` },
      }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (_last, pages) => FIRST_PAGE + pages.length,
    enabled: false,
    retry: false,
  })
  const told = [...first, ...(data?.pages.flatMap(page => page.data.map(toldGuest)) ?? [])]
  const left = guestCounts.accepted + guestCounts.pending - told.length
  return { told, next: Math.min(left, guestsNamed), error, isFetching, showNext: () => void fetchNextPage() }
}
