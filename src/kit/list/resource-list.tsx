import { ListBase } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { AccessDenied } from '~/src/kit/access-denied'
import { useActor, WithActor } from '~/src/kit/actor'
import { HashTabs } from '~/src/kit/hash-tabs'
import { useHashTab } from '~/src/kit/page-hash'
import { PageHeading } from '~/src/kit/page-heading'
import { mayList, mustChooseCompany } from '~/src/kit/rights'
import { ListActions } from './list-actions'
import { ListBody } from './list-body'
import { tabOf, useCarryFilters, useListKey, useStoredFilters } from './list-state'
import { SearchForm } from './search-form'

type Props = { readonly resource: string }

/** Milliseconds for which rows that were asked for ahead need not be asked for again. */
const JUST_READ = 2000

const useTabs = (resource: string) => {
  const names = Object.keys(resourceOf(resource).list.tabs ?? {})
  const [tab, go] = useHashTab(names)
  const key = useListKey(resource, tab)
  const prefix = useListKey(resource, '').replace(/listParams$/, '')
  const carry = useCarryFilters(key)
  const change = (next: string) => {
    carry(`${prefix}${next}.listParams`)
    go(next)
  }
  return { names, tab, key, change }
}

const Screen = ({ resource }: Props) => {
  const definition = resourceOf(resource)
  const { names, tab, key, change } = useTabs(resource)
  const { filter, view, pageSizes, sort } = tabOf(definition, tab)
  const filters = useStoredFilters(key)
  const waiting = mustChooseCompany(definition, useActor()) && !filters[definition.company]
  return (
    <ListBase
      key={key}
      resource={resource}
      storeKey={key}
      disableSyncWithLocation
      disableAuthentication
      filter={filter}
      sort={sort}
      perPage={pageSizes[0]}
      // The failure stands where the rows would: react-admin's notification would say it twice.
      queryOptions={{ enabled: !waiting, staleTime: JUST_READ, onError: () => undefined }}
      exporter={false}
    >
      <PageHeading resource={resource} actions={<ListActions resource={definition} view={view} />} />
      <SearchForm resource={definition} />
      {names.length > 0 && <HashTabs resource={resource} tabs={names} current={tab} onChange={change} />}
      <ListBody resource={definition} tab={tab} view={view} pageSizes={pageSizes} waiting={waiting} />
    </ListBase>
  )
}

const Allowed = ({ resource }: Props) =>
  mayList(resourceOf(resource), useActor()) ? <Screen resource={resource} /> : <AccessDenied />

/** The list screen of a definition: search, tabs, table or grid. */
export const ResourceList = ({ resource }: Props) => (
  <WithActor>
    <Allowed resource={resource} />
  </WithActor>
)
