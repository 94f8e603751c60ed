import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { pathsFor, type Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { useSlot } from '~/src/admin/admin-config'
import { HashTabs, panelId, tabId } from '~/src/admin/hash-tabs'
import { mayList } from '~/src/admin/rights'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { useHashTab } from '~/src/ui/page-hash'
import { DetailsGrid } from './details-grid'
import { RelatedList } from './related-list'

type Tab = NonNullable<Resource['show']>['tabs'][string]
type FieldsTab = Extract<Tab, readonly unknown[]>

const isFields = (tab: Tab): tab is FieldsTab => Array.isArray(tab)

/** Omits the tabs whose list the actor may not read. */
const useTabs = (resource: Resource) => {
  const actor = useActor()
  return Object.entries(resource.show?.tabs ?? {}).filter(
    ([, tab]) => tab === 'slot' || isFields(tab) || mayList(resourceOf(tab.list), actor),
  )
}

const Own = ({ name }: { name: string | undefined }) => {
  const { panel: Panel } = useSlot(name)
  return (
    Panel && (
      <Suspense fallback={<ListSkeleton />}>
        <Panel />
      </Suspense>
    )
  )
}

const Panel = ({ resource, name, tab }: { resource: Resource; name: string; tab: Tab }) => {
  const { role } = useActor()
  if (tab === 'slot') return <Own name={resource.slots?.tabs?.[name]} />
  if (!isFields(tab)) return <RelatedList resource={resource} {...tab} />
  return (
    <>
      <DetailsGrid resource={resource} paths={pathsFor(tab, role)} />
      <Own name={resource.slots?.details} />
    </>
  )
}

export const ShowTabs = ({ resource }: { resource: Resource }) => {
  const tabs = useTabs(resource)
  const names = tabs.map(([name]) => name)
  const [current, go] = useHashTab(names)
  const tab = tabs.find(([name]) => name === current)?.[1]
  return (
    <>
      {names.length > 1 && <HashTabs resource={resource.name} tabs={names} current={current} onChange={go} />}
      <Box role="tabpanel" id={panelId(current)} aria-labelledby={tabId(current)}>
        {tab && <Panel key={current} resource={resource} name={current} tab={tab} />}
      </Box>
    </>
  )
}
