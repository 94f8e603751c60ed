import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import IconButton from '@mui/material/IconButton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Tooltip from '@mui/material/Tooltip'
import { type ReactNode, useCallback } from 'react'
import { useTranslate } from 'react-admin'
import { useLocation, useNavigate, useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { dotted, parentOf, refOf, uidIn } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { tabKey } from './admin-config'

export type Screen = 'list' | 'create' | 'show' | 'edit'

/**
 * The product's path of a screen; undefined if the resource has no such screen.
 * @param id a record's id, or `<parent>/` for the list and the create screen of a nested resource
 */
export const pathTo = (name: string, screen: Screen, id: unknown = '') => {
  const resource = resourceOf(name)
  const above = parentOf(resource)
  const end = above === undefined ? -1 : String(id).indexOf('/')
  const holder = end < 0 ? '' : String(id).slice(0, end)
  const parent = dotted(refOf(above ?? '', holder))
  return resource.paths[screen]
    ?.replace(':parent', encodeURIComponent(parent))
    .replace(':pid', encodeURIComponent(holder))
    .replace(':id', encodeURIComponent(String(id).slice(end + 1)))
}

/** The id of the record that the address names, prefixed with its parent if it is nested. */
export const useRecordId = (name: string) => {
  const { id = '', parent: path, pid = path } = useParams()
  const parent = parentOf(resourceOf(name))
  return parent === undefined ? (uidIn(name, id) ?? id) : `${uidIn(parent, pid ?? '') ?? ''}/${id}`
}

/** The position among nested records: the record of this screen, or the parent of new ones. */
export const usePlace = (resource: Resource) => {
  const id = useRecordId(resource.name)
  return parentOf(resource) === undefined ? '' : id
}

const textOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'label' in value ? String(value.label) : String(value ?? '')

/** The title of a record's screen: its label, or the resource's heading with its fields filled in. */
export const useRecordTitle = (resource: Resource) => {
  const translate = useTranslate()
  return (record: Readonly<Record<string, unknown>>) =>
    translate(`resources.${resource.name}.heading`, {
      ...Object.fromEntries(Object.keys(resource.fields).map(path => [path, textOf(record[path])])),
      _: labelOf(resource, record),
    })
}

/** Goes back to the previous page, or to the list if the page was opened by a link. */
export const BackButton = ({ resource, id }: { resource: string; id?: unknown }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const cameFrom = useLocation().key !== 'default'
  const label = translate('ra.action.back')
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        edge="start"
        onClick={() => (cameFrom ? navigate(-1) : navigate(pathTo(resource, 'list', id) ?? '/'))}
      >
        <ArrowBackIcon />
      </IconButton>
    </Tooltip>
  )
}

/** The tab in the URL hash; the first one if it names none. */
export const useHashTab = (tabs: readonly string[]): [string, (tab: string) => void] => {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const named = hash.slice(1)
  const current = tabs.includes(named) ? named : (tabs[0] ?? '')
  const go = useCallback(
    (tab: string) => navigate({ search, hash: tab }, { replace: true, preventScrollReset: true }),
    [navigate, search],
  )
  return [current, go]
}

type TabsProps = {
  readonly resource: string
  readonly tabs: readonly string[]
  readonly current: string
  readonly onChange: (tab: string) => void
  /** Content after a tab's name, such as its count. */
  readonly after?: (tab: string) => ReactNode
}

export const tabId = (tab: string) => `tab-${tab}`
export const panelId = (tab: string) => `panel-${tab}`

/** Overflowing tabs scroll natively: MUI's own scrolling measures the page at every list. */
const strip = {
  borderBottom: 1,
  borderColor: 'divider',
  mb: 2,
  '& .MuiTabs-scroller': { overflowX: 'auto !important' },
}

/** Tabs stored in the URL hash: linkable, kept on reload. */
export const HashTabs = ({ resource, tabs, current, onChange, after }: TabsProps) => {
  const translate = useTranslate()
  return (
    <Tabs
      value={current}
      onChange={(_, tab: string) => onChange(tab)}
      aria-label={translate(`resources.${resource}.name`, { smart_count: 2 })}
      sx={strip}
    >
      {tabs.map(tab => (
        <Tab
          key={tab}
          value={tab}
          id={tabId(tab)}
          aria-controls={panelId(tab)}
          label={
            <span>
              {translate(tabKey(resource, tab))}
              {after?.(tab)}
            </span>
          }
        />
      ))}
    </Tabs>
  )
}
