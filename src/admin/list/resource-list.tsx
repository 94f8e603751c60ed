import Box from '@mui/material/Box'
import { memo, Suspense, useCallback } from 'react'
import { ListBase, useTranslate } from 'react-admin'
import { mustChooseCompany } from '~/model/access'
import { companyPathOf } from '~/model/company-filter'
import type { Resource } from '~/model/define'
import type { Filters } from '~/model/lists/list-address'
import { tabOf } from '~/model/lists/list-tab'
import { parentOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { useActor, WithActor } from '~/src/admin/actor'
import { BackButton } from '~/src/admin/back-button'
import { HashTabs } from '~/src/admin/hash-tabs'
import { useParentRecord, WithParent } from '~/src/admin/parent-record'
import { mayList } from '~/src/admin/rights'
import { AccessDenied } from '~/src/ui/access-denied'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { useHashTab } from '~/src/ui/page-hash'
import { PageHeading } from '~/src/ui/page-heading'
import { useSteady } from '~/src/ui/use-steady'
import { AfterRows } from './after-rows'
import { ListActions } from './list-actions'
import { ListBody } from './list-body'
import { useCarryFilters, useListKey, useStoredFilters } from './list-state'
import { SearchForm } from './search-form'
import { SteadyAddress } from './steady-address'
import { useHolding } from './use-holding'
import { useListAddress } from './use-list-address'
import { useListName } from './use-list-name'

const TabCount = lazyPart(() => import('./tab-count').then(file => ({ default: file.TabCount })))

const CompanyNotice = laterPart(() =>
  import('./company-notice').then(file => ({ default: file.CompanyNotice })),
)

type Props = { readonly resource: string }

/** Milliseconds for which prefetched rows are considered fresh. */
const JUST_READ = 5000

const tabNames = ({ list }: Resource) => Object.keys(list.tabs ?? {})

/** The tab that the address names, its stored state, and both kept the same as the address. */
const useTabs = (resource: string) => {
  const definition = resourceOf(resource)
  const { role } = useActor()
  const name = useListName(resource)
  const [tab] = useHashTab(tabNames(definition))
  const key = useListKey(name, tab)
  const prefix = useListKey(name, '').replace(/listParams$/, '')
  const carry = useCarryFilters(key)
  const { goToTab, onTotal } = useListAddress({ resource: definition, role, tab }, key)
  const onTab = useCallback(
    (next: string) => {
      const nextKey = `${prefix}${next}.listParams`
      carry(nextKey)
      goToTab(next, nextKey)
    },
    [prefix, carry, goToTab],
  )
  return { tab, storeKey: key, onTab, onTotal }
}

type Tabs = ReturnType<typeof useTabs>

const Heading = memo(({ resource, view }: { resource: Resource; view: 'table' | 'grid' }) => {
  const translate = useTranslate()
  const holder = useParentRecord()
  const plural = translate(`resources.${resource.name}.name`, { smart_count: 2 })
  const name = translate(`resources.${resource.name}.listTitle`, { _: plural })
  return (
    <PageHeading
      resource={resource.name}
      title={holder ? `${name} – ${holder.link.label}` : name}
      before={holder && <BackButton resource={parentOf(resource) ?? ''} />}
      actions={<ListActions resource={resource} view={view} />}
    />
  )
})

type CountedTabsProps = {
  readonly resource: Resource
  readonly tab: string
  readonly holding: Filters
  readonly onTab: (tab: string) => void
}

/** The tabs with their counts. Not drawn again with the rows: MUI's measure the page each time. */
const CountedTabs = memo(({ resource, tab, holding, onTab }: CountedTabsProps) => (
  <HashTabs
    resource={resource.name}
    tabs={tabNames(resource)}
    current={tab}
    onChange={onTab}
    after={each => (
      <AfterRows>
        <TabCount resource={resource} tab={each} current={tab} held={holding} />
      </AfterRows>
    )}
  />
))

/** Not drawn again when the address follows what it shows. */
const TabScreen = memo(({ resource, tab, storeKey, onTab, onTotal }: Props & Tabs) => {
  const definition = resourceOf(resource)
  const { filter, view, pageSizes, perPage, sort } = tabOf(definition, tab)
  const filters = useStoredFilters(storeKey)
  const { holding, company } = useHolding(definition, filters)
  const held = useSteady({ ...filter, ...holding })
  const owner = definition.company ?? ''
  const waiting = mustChooseCompany(definition, useActor()) && !filters[owner] && !held[owner]
  return (
    <ListBase
      key={storeKey}
      resource={resource}
      storeKey={storeKey}
      disableSyncWithLocation
      disableAuthentication
      filter={held}
      sort={sort}
      perPage={perPage}
      // The failure replaces the rows: react-admin's notification would repeat it.
      queryOptions={{
        enabled: !waiting,
        staleTime: JUST_READ,
        onError: () => undefined,
        onSuccess: ({ total }) => onTotal(total),
      }}
      exporter={false}
    >
      <Heading resource={definition} view={view} />
      {company && (
        <Suspense fallback={<Box sx={{ height: 48, mb: 2 }} />}>
          <CompanyNotice company={company} />
        </Suspense>
      )}
      <SearchForm resource={definition} company={!held[companyPathOf(definition) ?? '']} />
      {tabNames(definition).length > 0 && (
        <CountedTabs resource={definition} tab={tab} holding={holding} onTab={onTab} />
      )}
      <ListBody
        resource={definition}
        filter={held}
        tab={tab}
        view={view}
        pageSizes={pageSizes}
        waiting={waiting}
      />
    </ListBase>
  )
})

const Screen = ({ resource }: Props) => {
  const tabs = useTabs(resource)
  return (
    <SteadyAddress>
      <TabScreen resource={resource} {...tabs} />
    </SteadyAddress>
  )
}

const Allowed = ({ resource }: Props) =>
  mayList(resourceOf(resource), useActor()) ? (
    <WithParent resource={resourceOf(resource)}>
      <Screen resource={resource} />
    </WithParent>
  ) : (
    <AccessDenied />
  )

/** The list screen of a definition: search, tabs, table or grid. */
export const ResourceList = ({ resource }: Props) => (
  <WithActor>
    <Allowed resource={resource} />
  </WithActor>
)
