import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import { labelOf, searchedFields } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink } from '~/model/fields'
import { tabOf } from '~/model/lists/list-tab'
import { parentOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { mayList } from '~/src/admin/rights'
import { searchFilter } from '~/src/admin/search-filter'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { PanelRecord } from '~/src/api/contract/records'
import { useDebounced } from '~/src/ui/use-debounced'
import type { Command } from './command'

/** Records of each kind that are offered at once. */
const OFFERED = 5
/** Letters from which records are searched: one letter finds too many. */
const SHORTEST = 2
/** Milliseconds for which a search is not repeated. */
const FRESH = 10_000
/** Milliseconds without a key before records are searched. */
const WHILE_TYPING = 200

/** Kinds of records that are found by a name, have a list of their own, and a screen. */
const searchable: readonly Resource[] = Object.values(registry).filter(
  (resource: Resource) =>
    searchedFields(resource).length > 0 &&
    resource.paths.show !== undefined &&
    (parentOf(resource) === undefined || resource.flat !== undefined),
)

const companyOf = ({ company }: PanelRecord) => (isLink(company) ? company.label : undefined)

type Found = readonly { readonly resource: Resource; readonly records: readonly PanelRecord[] }[]

/** The kinds that answered; the others are left out. @throws if none did */
const searchAll = async (
  kinds: readonly Resource[],
  ask: (resource: Resource) => Promise<{ data: PanelRecord[] }>,
): Promise<Found> => {
  const answers = await Promise.allSettled(kinds.map(ask))
  const found = answers.flatMap((answer, index) => {
    const resource = kinds[index]
    return resource && answer.status === 'fulfilled' ? [{ resource, records: answer.value.data }] : []
  })
  if (found.length === 0) throw new Error('No kind of record could be searched')
  return found
}

/** The kinds are answered together: one that came later would move what is chosen or under the pointer. */
const useFound = (kinds: readonly Resource[], search: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['commands', search],
    queryFn: ({ signal }) =>
      searchAll(kinds, resource =>
        provider.getList<PanelRecord>(resource.name, {
          pagination: { page: 1, perPage: OFFERED },
          sort: tabOf(resource, '').sort,
          filter: searchFilter(resource.name, search),
          signal,
        }),
      ),
    enabled: kinds.length > 0 && search.length >= SHORTEST,
    placeholderData: keepPreviousData,
    staleTime: FRESH,
    retry: false,
  })
}

/**
 * The records whose name begins with the text, of every kind that the user may list. While they are searched, those of
 * the text before stay.
 */
export const useRecordCommands = (text: string) => {
  const translate = useTranslate()
  const actor = useActor()
  const kinds = searchable.filter(resource => mayList(resource, actor))
  const search = text.trim()
  const searched = useDebounced(search, WHILE_TYPING)
  const { data = [], isPending, isPlaceholderData, isError } = useFound(kinds, searched)
  if (kinds.length === 0 || search.length < SHORTEST) return { commands: [], searching: false, failed: false }
  const commands = data.flatMap(({ resource, records }) =>
    records.map(
      (record): Command => ({
        id: `${resource.name}/${record.id}`,
        group: translate(`resources.${resource.name}.name`, { smart_count: 2 }),
        label: labelOf(resource, record),
        hint: companyOf(record),
        to: pathTo(resource.name, 'show', record.id) ?? '/',
      }),
    ),
  )
  return { commands, searching: search !== searched || isPending || isPlaceholderData, failed: isError }
}
