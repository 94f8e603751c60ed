import Box from '@mui/material/Box'
import type { Resource } from '~/model/define'
import { resourceOf } from '~/model/registry'
import { useActor } from '~/src/kit/actor'
import { HashTabs, panelId, tabId } from '~/src/kit/hash-tabs'
import { useHashTab } from '~/src/kit/page-hash'
import { mayList } from '~/src/kit/rights'
import { DetailsGrid } from './details-grid'
import { RelatedList } from './related-list'

type Tab = NonNullable<Resource['show']>['tabs'][string]

const isFields = (tab: Tab): tab is readonly string[] => Array.isArray(tab)

/** Tabs whose list the actor could not read are not there at all. */
const useTabs = (resource: Resource) => {
  const actor = useActor()
  return Object.entries(resource.show?.tabs ?? {}).filter(
    ([, tab]) => isFields(tab) || mayList(resourceOf(tab.list), actor),
  )
}

const Panel = ({ resource, tab }: { resource: Resource; tab: Tab }) =>
  isFields(tab) ? (
    <DetailsGrid resource={resource} paths={tab} />
  ) : (
    <RelatedList resource={resource} {...tab} />
  )

export const ShowTabs = ({ resource }: { resource: Resource }) => {
  const tabs = useTabs(resource)
  const names = tabs.map(([name]) => name)
  const [current, go] = useHashTab(names)
  const tab = tabs.find(([name]) => name === current)?.[1]
  return (
    <>
      {names.length > 1 && <HashTabs resource={resource.name} tabs={names} current={current} onChange={go} />}
      <Box role="tabpanel" id={panelId(current)} aria-labelledby={tabId(current)}>
        {tab && <Panel key={current} resource={resource} tab={tab} />}
      </Box>
    </>
  )
}
