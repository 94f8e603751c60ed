import ViewWeekIcon from '@mui/icons-material/ViewWeek'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { PopoverActions } from '@mui/material/Popover'
import Popover from '@mui/material/Popover'
import { useQueryClient } from '@tanstack/react-query'
import {
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  ColumnsSelector,
  DataTableRenderContext,
  DataTableStoreContext,
  ListBase,
  RouterProviderContext,
  useDataProvider,
  useListContext,
  useRouterProvider,
  useTranslate,
} from 'react-admin'
import { mustChooseCompany } from '~/model/access'
import type { Resource } from '~/model/define'
import { companyPathOf, type Filters, inCompany, tabOf } from '~/model/lists/list-address'
import { parentOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { CreateLink } from '~/src/admin/actions/action-buttons'
import { useOffer, useSlot } from '~/src/admin/admin-config'
import { useParentRecord, WithParent } from '~/src/admin/parent-record'
import { BackButton, HashTabs, panelId, tabId, useHashTab } from '~/src/admin/paths'
import { mayList, useActor, useChosenCompany, WithActor } from '~/src/admin/rights'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { AccessDenied, ListSkeleton, PageHeading } from '~/src/ui/page'
import { useIsPhone } from '~/src/ui/phone'
import { useSteady } from '~/src/ui/use-after-paint'
import { tableKey, useCells, useColumns } from './columns'
import {
  prefetchRows,
  RememberList,
  useCarryFilters,
  useListAddress,
  useListKey,
  useListName,
  useStoredFilters,
} from './list-state'
import { AfterRows, ListPages, ListRows, useRowFocus } from './list-table'
import { SearchForm } from './search-form'

type ColumnsButtonProps = { readonly resource: Resource }

/**
 * react-admin's selector, which finds the element to render into by its id. The id is set for the first render only:
 * the table has a selector of its own that looks for the same id.
 */
const Selector = ({
  resource,
  popover,
}: ColumnsButtonProps & { popover: RefObject<PopoverActions | null> }) => {
  const storeKey = tableKey(resource.name)
  const cells = useCells(resource, useColumns(resource))
  const store = useMemo(
    () => ({ storeKey, defaultHiddenColumns: [...(resource.list.hidden ?? [])] }),
    [storeKey, resource],
  )
  const [found, setFound] = useState(false)
  useLayoutEffect(() => {
    setFound(true)
    if (found) popover.current?.updatePosition()
  }, [found, popover])
  return (
    <>
      <Box id={found ? undefined : `${storeKey}-columnsSelector`} sx={{ px: 1, minWidth: 200 }} />
      <DataTableStoreContext value={store}>
        <DataTableRenderContext value="columnsSelector">
          {found && <ColumnsSelector>{cells}</ColumnsSelector>}
        </DataTableRenderContext>
      </DataTableStoreContext>
    </>
  )
}

const Density = laterPart(() => import('./density').then(file => file.Density))

/**
 * Shows, hides and moves columns. Replaces react-admin's button, which renders a switch for each column with the list,
 * even if it is never opened.
 */
const ColumnsButton = ({ resource }: ColumnsButtonProps) => {
  const translate = useTranslate()
  const popover = useRef<PopoverActions>(null)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        size="small"
        startIcon={<ViewWeekIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
      >
        {translate('ra.action.select_columns')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        action={popover}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <Selector resource={resource} popover={popover} />
        <Suspense fallback={<Box sx={{ height: 55 }} />}>
          <Density />
        </Suspense>
      </Popover>
    </>
  )
}

const ListTools = laterPart(() => import('./list-tools').then(file => file.ListTools))

type ListActionsProps = { readonly resource: Resource; readonly view: 'table' | 'grid' }

/** On a phone, the tools are in a menu of the heading. */
const ListActions = ({ resource, view }: ListActionsProps) => {
  const isPhone = useIsPhone()
  const hasColumns = view === 'table' && !isPhone
  const { panel: More } = useSlot(resource.slots?.list)
  const space = isPhone ? { width: 160, height: 36 } : { width: hasColumns ? 250 : 160 }
  const shape = (More || !isPhone) && <Box sx={space} />
  return (
    <>
      <AfterRows shape={shape}>
        {hasColumns && <ColumnsButton resource={resource} />}
        {!isPhone && <ListTools resource={resource} />}
        {More && <More />}
      </AfterRows>
      <CreateLink resource={resource} />
    </>
  )
}

const ToolsMenu = laterPart(() => import('./list-tools').then(file => file.ToolsMenu))

const PhoneTools = ({ resource }: { readonly resource: Resource }) =>
  useIsPhone() ? (
    <AfterRows shape={<Box sx={{ width: 34, height: 34 }} />}>
      <ToolsMenu resource={resource} />
    </AfterRows>
  ) : null

/** Milliseconds for which the next page is used as it was prefetched. */
const NEXT_READ = 30_000

/** Prefetches the next page while the current one is read, so that paging does not wait. */
const NextPage = ({ filter }: { filter: Filters }) => {
  const { resource, page, perPage, sort, filterValues, hasNextPage, isFetching } = useListContext()
  const queries = useQueryClient()
  const provider = useDataProvider()
  const params = useSteady({
    pagination: { page: page + 1, perPage },
    sort,
    filter: { ...filterValues, ...filter },
  })
  const isDue = hasNextPage === true && !isFetching
  useEffect(() => {
    if (isDue) void prefetchRows(queries, provider, resource, params, NEXT_READ)
  }, [queries, provider, resource, params, isDue])
  return null
}

/** Requests the rows of another order as its heading is pressed: the request does not wait for the click and its render. */
const PressedOrder = ({ filter }: { filter: Filters }) => {
  const { resource, perPage, sort, filterValues } = useListContext()
  const queries = useQueryClient()
  const provider = useDataProvider()
  useEffect(() => {
    const onPress = ({ target, button }: PointerEvent) => {
      if (button !== 0) return
      const heading = target instanceof Element ? target.closest<HTMLElement>('thead [data-field]') : null
      const { field, order } = heading?.dataset ?? {}
      if (field === undefined) return
      const turned = sort.order === 'ASC' ? 'DESC' : 'ASC'
      void prefetchRows(queries, provider, resource, {
        pagination: { page: 1, perPage },
        sort: { field, order: field === sort.field ? turned : order === 'DESC' ? 'DESC' : 'ASC' },
        filter: { ...filterValues, ...filter },
      })
    }
    addEventListener('pointerdown', onPress)
    return () => removeEventListener('pointerdown', onPress)
  }, [queries, provider, resource, perPage, sort, filterValues, filter])
  return null
}

const CompanyRequired = lazyPart(() => import('./company-required').then(file => file.CompanyRequired))
const BulkBar = laterPart(() => import('~/src/admin/bulk/bulk-bar').then(file => file.BulkBar))
const ListEmpty = lazyPart(() => import('./list-empty').then(file => file.ListEmpty))
const ListFailure = lazyPart(() => import('~/src/ui/page').then(file => file.ListFailure))

type ListBodyProps = {
  readonly resource: Resource
  readonly filter: Filters
  readonly tab: string
  readonly view: 'table' | 'grid'
  readonly pageSizes: readonly number[]
  readonly waiting: boolean
}

type ContentProps = Omit<ListBodyProps, 'waiting'> & { readonly selectable: boolean }

/** The rows of the list, or the reason there are none. */
const Content = ({ resource, filter, view, tab, pageSizes, selectable }: ContentProps) => {
  const { error, isPending, total, refetch } = useListContext()
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (isPending) return <ListSkeleton />
  if (total === 0) return <ListEmpty resource={resource} tab={tab} />
  return (
    <Suspense fallback={<ListSkeleton />}>
      <ListRows resource={resource} view={view} tab={tab} selectable={selectable} />
      <ListPages sizes={pageSizes} />
      <NextPage filter={filter} />
      <PressedOrder filter={filter} />
      <RememberList />
    </Suspense>
  )
}

const ListBody = ({ resource, tab, waiting, ...rest }: ListBodyProps) => {
  const list = useRef<HTMLDivElement>(null)
  useRowFocus(list)
  const selectable = useOffer('bulk') && resource.bulk !== undefined
  return (
    <Card
      ref={list}
      variant="outlined"
      {...(tab ? { role: 'tabpanel', id: panelId(tab), 'aria-labelledby': tabId(tab) } : {})}
      // `clip`, since `hidden` would confine sticky elements to the card.
      sx={{ overflow: 'clip' }}
    >
      {/* Above the rows, not among them: a run outlives the rows that it deletes. */}
      {selectable && (
        <AfterRows>
          <BulkBar resource={resource} />
        </AfterRows>
      )}
      <Suspense fallback={<ListSkeleton />}>
        {waiting ? (
          <CompanyRequired resource={resource} />
        ) : (
          <Content resource={resource} tab={tab} selectable={selectable} {...rest} />
        )}
      </Suspense>
    </Card>
  )
}

/**
 * The conditions of a list in addition to its own filter: its parent record, or the company chosen in the bar. The URL
 * leaves out that company, so that a shared link shows each user their own choice.
 */
const useHolding = (resource: Resource, own: Filters) => {
  const holder = useParentRecord()
  const company = useChosenCompany()
  const holding = useSteady(
    holder ? { [resource.parent ?? '']: holder.link.ref } : inCompany(resource, company?.ref, own),
  )
  return { holding, company: !holder && Object.keys(holding).length > 0 ? company : undefined }
}

/**
 * Hides the search and hash of the URL from react-admin: its lists would re-render as a whole on each change of a
 * search that they do not read here (`useListAddress` does).
 */
const SteadyAddress = ({ children }: { children: ReactNode }) => {
  const router = useRouterProvider()
  const { pathname } = router.useLocation()
  const steady = useMemo(() => {
    const location = { pathname, search: '', hash: '', state: null, key: '' }
    return { ...router, useLocation: () => location }
  }, [router, pathname])
  return <RouterProviderContext value={steady}>{children}</RouterProviderContext>
}

const TabCount = lazyPart(() => import('./tab-count').then(file => file.TabCount))

const CompanyNotice = laterPart(() => import('./company-notice').then(file => file.CompanyNotice))

type Props = { readonly resource: string }

/** Milliseconds for which prefetched rows are considered fresh. */
const JUST_READ = 5000

const tabNames = ({ list }: Resource) => Object.keys(list.tabs ?? {})

/** The tab in the URL and its stored state, both synchronized with the URL. */
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
      menu={<PhoneTools resource={resource} />}
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

/** The tabs with their counts. Memoized against new rows: MUI's tabs measure the page on each render. */
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

/** Memoized: URL updates must not re-render it. */
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
