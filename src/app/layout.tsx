import { Box, GlobalStyles, type Theme } from '@mui/material'
import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Layout as RaLayout } from 'react-admin'
import { valueStyles } from '~/src/admin/fields/value-styles'
import { storageLoss } from '~/src/api/browser-storage'
import { hasViewNews } from '~/src/api/viewed-tab'
import { Uploads } from '~/src/features/uploads/uploads'
import { iconActionStyles } from '~/src/ui/icon-action'
import { laterPart } from '~/src/ui/later-part'
import { AppBar } from './app-bar'
import { Footer } from './footer'
import { LiveChanges } from './live-changes'
import { Menu } from './menu'
import { usePageTitle } from './page-title'
import { PartTrouble } from './part-trouble'
import { PushToasts } from './push-toasts'
import { Sidebar } from './sidebar'

const ViewNews = laterPart(() =>
  import('~/src/features/viewings/view-news').then(file => ({ default: file.ViewNews })),
)

const StorageNotice = laterPart(() =>
  import('./storage-notice').then(file => ({ default: file.StorageNotice })),
)

const styles = (theme: Theme) => ({ ...iconActionStyles(theme), ...valueStyles(theme) })

/** The same elements at each route: what does not change is not drawn again. */
const before = (
  <>
    <GlobalStyles styles={styles} />
    {/* The screen waits for it: nobody takes another's screen for their own. */}
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
      {/* Beside the layout, whose content is hidden while a part of it loads. */}
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
