import CssBaseline from '@mui/material/CssBaseline'
import type { ReactElement } from 'react'
import {
  Error as ErrorPage,
  Notification,
  ResourceDefinitionContextProvider,
  useScrollToTop,
} from 'react-admin'
import { ErrorBoundary } from 'react-error-boundary'
import { Routes } from 'react-router-dom'
import { Layout } from './layout'
import { resourceDefinitions } from './resource-routes'
import { ToastQueue } from './toast-queue'

const Screens = ({ routes }: { routes: ReactElement }) => {
  useScrollToTop()
  return <Routes>{routes}</Routes>
}

/**
 * In place of react-admin's `AdminUI`, which draws every screen again once it has registered the resources, one by one, and
 * read the permissions: here both are known before anything is drawn.
 */
export const PanelScreens = ({ routes }: { routes: ReactElement }) => (
  <CssBaseline enableColorScheme>
    <ResourceDefinitionContextProvider definitions={resourceDefinitions}>
      <ToastQueue>
        {/* For the bar, the menu and the footer: the layout catches what goes wrong in a screen. */}
        <ErrorBoundary FallbackComponent={ErrorPage}>
          <Layout>
            <Screens routes={routes} />
          </Layout>
        </ErrorBoundary>
        <Notification />
      </ToastQueue>
    </ResourceDefinitionContextProvider>
  </CssBaseline>
)
