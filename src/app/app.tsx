import { type FunctionComponent, useEffect } from 'react'
import { AdminContext, Navigate } from 'react-admin'
import { createBrowserRouter, Route, RouterProvider } from 'react-router-dom'
import { languages } from '~/model/languages'
import { AdminConfigProvider } from '~/src/admin/admin-config'
import { askFirstPage } from '~/src/admin/list/first-page'
import type { Me } from '~/src/api/backend'
import { dataProvider } from '~/src/api/contract/data-provider'
import { lazyPart } from '~/src/ui/lazy-part'
import { adminConfig } from './admin-config'
import { authProvider } from './auth-provider'
import { createI18nProvider } from './i18n-provider'
import { pageRoutes } from './page-routes'
import { PanelScreens } from './panel-screens'
import { panelStore } from './panel-store'
import { queryClient } from './query-client'
import { loadScreens, NotFound, ownAddressRoutes, preloadList, resourceRoutes } from './resource-routes'
import { routerProvider } from './router-provider'
import { darkTheme, lightTheme } from './theme'

/** The path /signout, reached from inside the panel. */
const SignOut = () => {
  useEffect(() => {
    authProvider.logout()
  }, [])
  return null
}

const Home = lazyPart(() => import('./home').then(file => ({ default: file.Home })))

/** Preloads the code of the first list during sign-in. */
export const preloadFirstList = () => loadScreens()

const routes = (
  <>
    <Route path="/" element={<Navigate replace to="/home" />} />
    <Route path="/home" element={<Home />} />
    <Route path="/login" element={<Navigate replace to="/signin" />} />
    <Route path="/signin" element={<Navigate replace to="/home" />} />
    <Route path="/signout" element={<SignOut />} />
    <Route path="/account" element={<Navigate replace to="/user/record" />} />
    {pageRoutes}
    {resourceRoutes}
    {ownAddressRoutes}
    <Route path="*" element={<NotFound />} />
  </>
)

/** What is not there yet, offline for instance, is loaded by its screen. */
const preloadScreen = (path: string) =>
  (path === '/home' ? Home.preload() : preloadList(path)).catch(() => undefined)

/** Creates the panel for a user, in their language. */
export const prepareApp = async (me: Me): Promise<FunctionComponent> => {
  const { defaultViews } = me.profile
  // Loaded for those alone who have chosen a default view.
  if (Array.isArray(defaultViews) && defaultViews.length > 0)
    (await import('./seed-default-views')).seedDefaultViews(panelStore, me)
  // Known already: react-admin would draw the panel once without it.
  queryClient.setQueryData(['auth', 'getPermissions', {}], me)
  askFirstPage(queryClient, dataProvider, panelStore, me, location)
  const i18nProvider = await createI18nProvider(me.lang, languages)
  // Not before: some screens bring texts of their own, which the provider takes.
  await preloadScreen(location.pathname)
  const panel = (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      routerProvider={routerProvider}
      queryClient={queryClient}
      store={panelStore}
      lightTheme={lightTheme}
      darkTheme={darkTheme}
    >
      <PanelScreens routes={routes} />
    </AdminContext>
  )
  const router = createBrowserRouter([
    { path: '*', element: <AdminConfigProvider config={adminConfig}>{panel}</AdminConfigProvider> },
  ])
  // Without transitions: with them, react-admin's redirects are rendered repeatedly (a known problem).
  return () => <RouterProvider router={router} useTransitions={false} />
}
