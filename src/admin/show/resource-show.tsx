import Box from '@mui/material/Box'
import { Suspense } from 'react'
import { ShowBase, useShowContext } from 'react-admin'
import { isOutranked } from '~/model/access'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { useAdminConfig, useSlot } from '~/src/admin/admin-config'
import { HashTabs, panelId, tabId, useHashTab, useRecordId } from '~/src/admin/paths'
import { mayList, useActor, WithActor } from '~/src/admin/rights'
import { AccessDenied, ListSkeleton } from '~/src/ui/page'
import { LoadFailure } from './load-failure'
import { RecordDetails } from './record-details'
import { RecordHeading } from './record-heading'
import { RelatedList } from './related-list'

type Tab = NonNullable<Resource['show']>['tabs'][string]
type FieldsTab = Extract<Tab, readonly unknown[]>

const isFields = (tab: Tab): tab is FieldsTab => Array.isArray(tab)

/** Omits the tabs whose list the actor may not read, and those that the server has no calls for. */
const useTabs = (resource: Resource) => {
  const actor = useActor()
  const { offers } = useAdminConfig()
  const { tabs = {}, needs = {} } = resource.show ?? {}
  return Object.entries(tabs).filter(([name, tab]) => {
    const need = needs[name]
    if (need !== undefined && !offers(need)) return false
    return tab === 'slot' || isFields(tab) || mayList(resourceOf(tab.list), actor)
  })
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
  if (tab === 'slot') return <Own name={resource.slots?.tabs?.[name]} />
  if (!isFields(tab)) return <RelatedList resource={resource} {...tab} />
  return <RecordDetails resource={resource} paths={tab} />
}

const ShowTabs = ({ resource }: { resource: Resource }) => {
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

const Loaded = ({ resource }: { resource: Resource }) => {
  const { record, error, isPending, refetch } = useShowContext()
  const actor = useActor()
  if (error && !record) return <LoadFailure resource={resource.name} error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  if (isOutranked(resource, actor, record)) return <AccessDenied />
  return (
    <>
      <RecordHeading resource={resource} />
      <ShowTabs key={record.id} resource={resource} />
    </>
  )
}

/** The show screen of a definition: its tabs, and the actions of the record. */
export const ResourceShow = ({ resource }: { resource: string }) => {
  const id = useRecordId(resource)
  return (
    <WithActor>
      <ShowBase resource={resource} id={id} disableAuthentication queryOptions={{ onError: () => undefined }}>
        <Loaded resource={resourceOf(resource)} />
      </ShowBase>
    </WithActor>
  )
}
