import { Box, GlobalStyles } from '@mui/material'
import type { ReactNode } from 'react'
import { Layout as RaLayout } from 'react-admin'
import { Uploads } from '~/src/features/uploads/uploads'
import { iconActionStyles } from '~/src/ui/icon-action'
import { AppBar } from './app-bar'
import { Footer } from './footer'
import { LiveChanges } from './live-changes'
import { Menu } from './menu'
import { usePageTitle } from './page-title'
import { PartTrouble } from './part-trouble'
import { PushToasts } from './push-toasts'

const globalStyles = <GlobalStyles styles={iconActionStyles} />

export const Layout = ({ children }: { children?: ReactNode }) => {
  usePageTitle()
  return (
    <>
      {/* Beside the layout, whose content is hidden while a part of it loads. */}
      <PartTrouble />
      <RaLayout appBar={AppBar} menu={Menu} appBarAlwaysOn>
        {globalStyles}
        <PushToasts />
        <LiveChanges />
        <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
        <Footer />
        <Uploads />
      </RaLayout>
    </>
  )
}
