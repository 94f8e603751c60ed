import { useQueries } from '@tanstack/react-query'
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
import type { Command } from './command'

/** Records of each kind that are offered at once. */
const OFFERED = 5
/** Letters from which records are searched: one letter finds too many. */
const SHORTEST = 2
/** Milliseconds for which a search is not repeated. */
const FRESH = 10_000

/** Kinds of records that are found by a name, have a list of their own, and a screen. */
const searchable: readonly Resource[] = Object.values(registry).filter(
  (resource: Resource) =>
    searchedFields(resource).length > 0 &&
    resource.paths.show !== undefined &&
    (parentOf(resource) === undefined || resource.flat !== undefined),
)

const companyOf = ({ company }: PanelRecord) => (isLink(company) ? company.label : undefined)

/** The records whose name begins with the text, of every kind that the user may list. */
export const useRecordCommands = (text: string) => {
  const translate = useTranslate()
  const provider = useDataProvider<PanelDataProvider>()
  const actor = useActor()
  const search = text.trim()
  const kinds = search.length < SHORTEST ? [] : searchable.filter(resource => mayList(resource, actor))
  const params = (resource: Resource) => ({
    pagination: { page: 1, perPage: OFFERED },
    sort: tabOf(resource, '').sort,
    filter: searchFilter(resource.name, search),
  })
  const answers = useQueries({
    queries: kinds.map(resource => ({
      queryKey: [resource.name, 'command', search],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        provider.getList<PanelRecord>(resource.name, { ...params(resource), signal }),
      staleTime: FRESH,
      retry: false,
    })),
  })
  const commands = answers.flatMap(({ data }, index): Command[] => {
    const resource = kinds[index]
    if (!resource || !data) return []
    const group = translate(`resources.${resource.name}.name`, { smart_count: 2 })
    return data.data.map(record => ({
      id: `${resource.name}/${record.id}`,
      group,
      label: labelOf(resource, record),
      hint: companyOf(record),
      to: pathTo(resource.name, 'show', record.id) ?? '/',
    }))
  })
  return {
    commands,
    searching: answers.some(({ isPending }) => isPending),
    failed: answers.length > 0 && answers.every(({ isError }) => isError),
  }
}
