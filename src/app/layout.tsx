import { Box, GlobalStyles, Link, type Theme, Typography } from '@mui/material'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import {
  Layout as RaLayout,
  Sidebar as RaSidebar,
  type SidebarProps,
  useNotify,
  useTranslate,
} from 'react-admin'
import { valueStyles } from '~/src/admin/fields/value-styles'
import type { PushMessage } from '~/src/api/backend'
import { storageLoss } from '~/src/api/browser-storage'
import { backend } from '~/src/api/chosen-backend'
import { hasViewNews } from '~/src/api/viewed-tab'
import { Mark } from '~/src/auth/sign-in/frame'
import { Uploads } from '~/src/features/uploads/uploads'
import { iconActionStyles } from '~/src/ui/icon-action'
import { laterPart } from '~/src/ui/later-part'
import { partTrouble } from '~/src/ui/lazy-part'
import { useIsPhone } from '~/src/ui/phone'
import { AppBar, firstData } from './app-bar'
import { Menu } from './menu'
import { useMe } from './menu-items'

const read = async () => {
  const response = await fetch('/version.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { version }: { version?: unknown } = await response.json()
  return typeof version === 'string' ? version : undefined
}

/** The product's version as served; undefined if its file is missing (specification §8). */
const useVersion = () => {
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    read()
      .then(setVersion)
      // biome-ignore lint/suspicious/noConsole: a missing version file is logged, never shown.
      .catch((error: unknown) => console.info('version.json could not be read', error))
  }, [])
  return version
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 2,
  mt: 4,
  py: 2,
  borderTop: 1,
  borderColor: 'divider',
  color: 'text.secondary',
} as const

export const Footer = () => {
  const translate = useTranslate()
  const version = useVersion()
  return (
    <Box component="footer" sx={row}>
      <Mark size={20} />
      {version && <Typography variant="caption">{translate('app.version', { version })}</Typography>}
      <Typography variant="caption">{translate('app.zone')}</Typography>
      <Link href={__CONTACT_URL__} variant="caption" color="inherit" sx={{ ml: 'auto' }}>
        {translate('app.contact')}
      </Link>
    </Box>
  )
}

/**
 * The menu: a column, or on a phone a drawer. Remounted when one becomes the other: react-admin renders the drawer open
 * once and closes it before it is in the document, and MUI then leaves it over the page, invisible, and hides the page
 * from screen readers.
 */
const Sidebar = (props: SidebarProps) => <RaSidebar key={useIsPhone() ? 'drawer' : 'column'} {...props} />

/** Milliseconds: the toast is unexpected, and must be noticed and read. */
const DISPLAY_TIME = 8000

/** Shows the backend's push messages as toasts. */
const usePushToast = () => {
  const notify = useNotify()
  return useCallback(
    ({ title, body }: PushMessage) => {
      const text = [title, body].filter(Boolean).join(' — ')
      // Already translated: without `_`, react-admin would treat the text as a key, and warn.
      notify(text, { type: 'info', autoHideDuration: DISPLAY_TIME, messageArgs: { _: text } })
    },
    [notify],
  )
}

/** Shows the messages that the backend sends to this browser while the panel is open. */
const PushToasts = () => {
  const me = useMe()
  const showToast = usePushToast()
  useEffect(() => {
    if (me) void backend.startPush?.(me, showToast)
  }, [me, showToast])
  return null
}

const texts = { unreachable: 'admin.partUnreachable', replaced: 'admin.newVersion' } as const

/** Reports, on every screen, why a part of the panel does not load. Drafts of forms outlive a reload. */
const PartTrouble = () => {
  const translate = useTranslate()
  const trouble = useSyncExternalStore(partTrouble.subscribe, partTrouble.read)
  if (!trouble) return null
  const reload = (
    <Button color="inherit" size="small" onClick={() => location.reload()}>
      {translate('admin.reload')}
    </Button>
  )
  return (
    <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={{ top: { xs: 64, sm: 72 } }}>
      <Alert
        severity={trouble === 'replaced' ? 'info' : 'warning'}
        role="status"
        action={reload}
        elevation={4}
        sx={{ maxWidth: 640 }}
      >
        {translate(texts[trouble])}
      </Alert>
    </Snackbar>
  )
}

/** Started after the first data, since nothing visible depends on it. */
const start = async (queries: QueryClient) => {
  await firstData(queries)
  return import('~/src/api/live/live')
}

/** Keeps the screen in sync through the server's event stream. */
const LiveChanges = () => {
  const queries = useQueryClient()
  const showToast = usePushToast()
  useEffect(() => {
    if (!backend.offers('live')) return
    const reading = performance.now()
    let end: (() => void) | undefined
    let gone = false
    start(queries)
      .then(({ startLive }) => {
        if (!gone) end = startLive(backend, queries, showToast, reading)
      })
      // Offline, for instance: the panel works without live updates, and is refreshed manually.
      .catch(() => undefined)
    return () => {
      gone = true
      end?.()
    }
  }, [queries, showToast])
  return null
}

/** The element where react-admin's `Title` shows a screen's name. */
const PORTAL = 'react-admin-title'

export const titleOf = (screen: string, panel: string) => (screen === '' ? panel : `${screen} — ${panel}`)

/**
 * Syncs the browser's title with the name in the app bar, which screens set through react-admin's `Title`.
 */
export const usePageTitle = () => {
  const panel = useTranslate()('app.name')
  useEffect(() => {
    const portal = document.getElementById(PORTAL)
    if (!portal) return
    const follow = () => {
      document.title = titleOf(portal.textContent.trim(), panel)
    }
    follow()
    const observer = new MutationObserver(follow)
    observer.observe(portal, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [panel])
}

const ViewNews = laterPart(() => import('~/src/features/viewings/view-news').then(file => file.ViewNews))

const StorageNotice = laterPart(() => import('./storage-notice').then(file => file.StorageNotice))

const styles = (theme: Theme) => ({ ...iconActionStyles(theme), ...valueStyles(theme) })

/** Constant elements: a change of route does not re-render them. */
const before = (
  <>
    <GlobalStyles styles={styles} />
    {/* Blocks the screen until it is loaded: the viewer must not take another user's screen for their own. */}
    {hasViewNews() && <ViewNews />}
    <PushToasts />
    <LiveChanges />
  </>
)
const after = (
  <>
    <Footer />
    <Uploads />
  </>
)
const screen = { flex: 1, minWidth: 0 } as const

export const Layout = ({ children }: { children?: ReactNode }) => {
  usePageTitle()
  const isStorageLost = useSyncExternalStore(storageLoss.subscribe, storageLoss.read)
  return (
    <>
      {/* Outside the layout, which hides its content while a part of it loads. */}
      <PartTrouble />
      <RaLayout appBar={AppBar} menu={Menu} sidebar={Sidebar} appBarAlwaysOn>
        {before}
        <Box sx={screen}>
          {isStorageLost && (
            <Suspense>
              <StorageNotice />
            </Suspense>
          )}
          {children}
        </Box>
        {after}
      </RaLayout>
    </>
  )
}
