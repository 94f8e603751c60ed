import EditIcon from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import {
  Link,
  type RaRecord,
  ShowBase,
  useRecordContext,
  useRedirect,
  useShowContext,
  useTranslate,
} from 'react-admin'
import { isEmpty, isOutranked, readablePaths } from '~/model/access'
import { pathsFor, type Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { RecordActions } from '~/src/admin/actions/record-actions'
import { labelKey, useAdminConfig, useSlot } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { HashTabs, panelId, tabId, useHashTab } from '~/src/admin/hash-tabs'
import { BackButton, pathTo, useRecordId, useRecordTitle } from '~/src/admin/paths'
import { mayChange, mayList, useActor, WithActor } from '~/src/admin/rights'
import { PageHeading } from '~/src/ui/page-heading'
import { AccessDenied, ListSkeleton } from '~/src/ui/page-states'
import { LoadFailure } from './load-failure'
import { RelatedList } from './related-list'
import { ScreenActions } from './screen-actions'
import { TextAction } from './text-action'

const columns = { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' }

const isWide = (resource: Resource, path: string) =>
  ['file', 'multiline', 'json', 'rich', 'links'].includes(resource.fields[path]?.kind ?? '')

/** Fields with `hideWhenEmpty` are shown only if they have a value. */
const isShown = (resource: Resource, path: string, record: RaRecord | undefined) =>
  resource.fields[path]?.hideWhenEmpty !== true || !isEmpty(valueAt(record, path))

/** The fields of the record in context, each under its label. */
const DetailsGrid = ({ resource, paths }: { resource: Resource; paths: readonly string[] }) => {
  const translate = useTranslate()
  const { role } = useActor()
  const record = useRecordContext()
  const shown = readablePaths(resource, paths, role).filter(path => isShown(resource, path, record))
  return (
    <Card variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
      <Box component="dl" sx={{ display: 'grid', gap: 3, gridTemplateColumns: columns, m: 0 }}>
        {shown.map(path => (
          <Box key={path} sx={isWide(resource, path) ? { gridColumn: '1 / -1', maxWidth: 560 } : {}}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
              {translate(labelKey(resource.name, path))}
            </Typography>
            <Box component="dd" sx={{ m: 0 }}>
              <FieldView resource={resource} path={path} />
            </Box>
          </Box>
        ))}
      </Box>
    </Card>
  )
}

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

const EditLink = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const path = pathTo(resource.name, 'edit', record?.id)
  if (!record || !path || !mayChange(resource, actor, record)) return null
  return (
    <Button component={Link} to={path} variant="contained" startIcon={<EditIcon />}>
      {translate('ra.action.edit')}
    </Button>
  )
}

const Actions = ({ resource }: { resource: Resource }) => {
  const redirect = useRedirect()
  const record = useRecordContext()
  return (
    <>
      <ScreenActions resource={resource} />
      <RecordActions
        resource={resource}
        Button={TextAction}
        onDeleted={() => redirect(pathTo(resource.name, 'list', record?.id) ?? '/')}
      />
      <EditLink resource={resource} />
    </>
  )
}

const Loaded = ({ resource }: { resource: Resource }) => {
  const { record, error, isPending, refetch } = useShowContext()
  const actor = useActor()
  const titleOf = useRecordTitle(resource)
  if (error && !record) return <LoadFailure resource={resource.name} error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  if (isOutranked(resource, actor, record)) return <AccessDenied />
  return (
    <>
      <PageHeading
        resource={resource.name}
        title={titleOf(record)}
        before={<BackButton resource={resource.name} id={record.id} />}
        actions={<Actions resource={resource} />}
      />
      <ShowTabs resource={resource} />
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
