import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { useLocation, useNavigate, useParams } from 'react-router'
import { labelOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { dotted, parentOf, refOf, uidIn } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { itemAt } from '~/src/ui/item-keys'
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
    // A `title`, since MUI's tooltip renders again on mount, before the paint.
    <IconButton
      aria-label={label}
      title={label}
      edge="start"
      onClick={() => (cameFrom ? navigate(-1) : navigate(pathTo(resource, 'list', id) ?? '/'))}
    >
      <ArrowBackIcon />
    </IconButton>
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

/**
 * Declared once by the strip, with MUI's class names: MUI's own tabs measure the page before each screen is painted.
 * Overflowing tabs scroll.
 */
const stripStyles = {
  display: 'flex',
  overflowX: 'auto',
  scrollbarWidth: 'thin',
  mb: 2,
  borderBottom: 1,
  borderColor: 'divider',
  '& > .MuiTab-root': {
    typography: 'button',
    position: 'relative',
    flex: 'none',
    minWidth: 90,
    minHeight: 47,
    px: 2,
    border: 0,
    background: 'none',
    color: 'text.secondary',
    cursor: 'pointer',
  },
  '& > .MuiTab-root:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: -3 },
  '& > .Mui-selected': { color: 'primary.main' },
  '& > .Mui-selected::after': {
    ...{ content: '""', position: 'absolute', inset: 'auto 0 0', height: 2 },
    bgcolor: 'primary.main',
  },
} as const

/** Scrolls the strip alone: `scrollIntoView` would scroll the page as well, which may be further down. */
const scrollTo = (strip: HTMLElement, tab: HTMLElement) => {
  const [shown, wanted] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  strip.scrollLeft += Math.max(0, wanted.right - shown.right) - Math.max(0, shown.left - wanted.left)
}

/** Keeps the selected tab visible, also when counts that arrive make tabs wider, or the window is narrowed. */
const useVisibleTab = (place: RefObject<HTMLElement | null>, current: string) =>
  useEffect(() => {
    const strip = place.current
    const selected = document.getElementById(tabId(current))
    if (!strip || !selected) return
    const observer = new ResizeObserver(() => scrollTo(strip, selected))
    for (const part of [strip, ...strip.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [place, current])

/** Arrow keys move the focus between the tabs. */
const onTabKey = (event: KeyboardEvent<HTMLElement>) => {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const next = itemAt(tabs, event, ['ArrowLeft', 'ArrowRight'])
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Tabs stored in the URL hash: linkable, kept on reload. */
export const HashTabs = ({ resource, tabs, current, onChange, after }: TabsProps) => {
  const translate = useTranslate()
  const strip = useRef<HTMLDivElement>(null)
  useVisibleTab(strip, current)
  return (
    <Box
      role="tablist"
      aria-label={translate(`resources.${resource}.name`, { smart_count: 2 })}
      className="MuiTabs-root"
      ref={strip}
      sx={stripStyles}
      onKeyDown={onTabKey}
    >
      {tabs.map(tab => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(tab)}
          aria-controls={panelId(tab)}
          aria-selected={tab === current}
          tabIndex={tab === current ? 0 : -1}
          className={tab === current ? 'MuiTab-root Mui-selected' : 'MuiTab-root'}
          onClick={() => tab !== current && onChange(tab)}
        >
          {translate(tabKey(resource, tab))}
          {after?.(tab)}
        </button>
      ))}
    </Box>
  )
}
