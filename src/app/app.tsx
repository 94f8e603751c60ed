import { english, first, later } from 'virtual:texts'
import CssBaseline from '@mui/material/CssBaseline'
import { deepmerge } from '@mui/utils'
import polyglotI18nProvider from 'ra-i18n-polyglot'
import raEnglish from 'ra-language-english'
import {
  type FunctionComponent,
  type ReactElement,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useMemo,
  useState,
} from 'react'
import {
  AddNotificationContext,
  AdminContext,
  Error as ErrorPage,
  type I18nProvider,
  Navigate,
  Notification,
  NotificationContext,
  type NotificationPayload,
  ResourceDefinitionContextProvider,
  type TranslationMessages,
  useScrollToTop,
} from 'react-admin'
import { ErrorBoundary } from 'react-error-boundary'
import {
  createBrowserRouter,
  createRoutesFromElements,
  Route,
  RouterProvider,
  useRoutes,
} from 'react-router-dom'
import { type Language, languages } from '~/model/languages'
import { type AdminConfig, AdminConfigProvider } from '~/src/admin/admin-config'
import { prefetchFirstPage } from '~/src/admin/list/list-state'
import type { Me } from '~/src/api/backend'
import { backend } from '~/src/api/chosen-backend'
import { dataProvider } from '~/src/api/contract/data-provider'
import { uploadTargetOf } from '~/src/api/contract/upload-target'
import { autonymOf, loadLanguage } from '~/src/ui/language-files'
import { laterPart, laterTexts } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { authProvider, queryClient } from './auth-provider'
import { Layout } from './layout'
import { panelStore } from './panel-store'
import {
  NotFound,
  ownAddressRoutes,
  pageRoutes,
  preloadList,
  resourceDefinitions,
  resourceRoutes,
  routerProvider,
} from './routes'
import { slots } from './slots'
import { darkTheme, lightTheme } from './theme'

const createQueue = (draw: (waiting: NotificationPayload[]) => void) => {
  let waiting: NotificationPayload[] = []
  const setNotifications = (changed: SetStateAction<NotificationPayload[]>) => {
    waiting = typeof changed === 'function' ? changed(waiting) : changed
    draw(waiting)
  }
  return {
    setNotifications,
    addNotification: (added: NotificationPayload) => setNotifications([...waiting, added]),
    takeNotification: () => {
      const [first, ...rest] = waiting
      if (first) setNotifications(rest)
      return first
    },
    resetNotifications: () => setNotifications([]),
  }
}

/**
 * Replaces react-admin's queue of toasts, which loses a toast that is added while another is removed: it writes back
 * the queue of its last render.
 */
export const ToastQueue = ({ children }: { children: ReactNode }) => {
  const [notifications, draw] = useState<NotificationPayload[]>([])
  const [queue] = useState(() => createQueue(draw))
  const value = useMemo(() => ({ ...queue, notifications }), [queue, notifications])
  return (
    <NotificationContext value={value}>
      <AddNotificationContext value={queue.addNotification}>{children}</AddNotificationContext>
    </NotificationContext>
  )
}

const Screens = ({ routes }: { routes: ReactElement }) => {
  useScrollToTop()
  // `Routes` would convert the elements again at each navigation.
  return useRoutes(useMemo(() => createRoutesFromElements(routes), [routes]))
}

/**
 * Replaces react-admin's `AdminUI`, which re-renders every screen after registering the resources one by one, and after
 * reading the permissions: here both are known before the first render.
 */
export const PanelScreens = ({ routes }: { routes: ReactElement }) => (
  <CssBaseline enableColorScheme>
    <ResourceDefinitionContextProvider definitions={resourceDefinitions}>
      <ToastQueue>
        {/* Catches errors of the bar, the menu and the footer: the layout catches those of a screen. */}
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

/** Configuration of the generic screens: the resources' components by slot name, and the upload target. */
const adminConfig: AdminConfig = {
  slots,
  screenActions: laterPart(() =>
    import('~/src/features/access/who-has-access').then(file => file.WhoHasAccess),
  ),
  uploadTarget: uploadTargetOf(backend),
  uploader: backend.uploader,
  views: backend.views,
  offers: backend.offers,
}

const raCatalogues = import.meta.glob<TranslationMessages>('/i18n/*/react-admin.ts', { import: 'default' })

const load = async (language: Language): Promise<TranslationMessages> => {
  const base = deepmerge(raEnglish, english)
  if (language === 'en') return base
  const [ra, own] = await Promise.all([loadLanguage(raCatalogues, language), first[language]()])
  return deepmerge(deepmerge(base, ra), own)
}

const loadLater = async (language: Language, messages: TranslationMessages): Promise<TranslationMessages> =>
  deepmerge(messages, await later[language]())

const announce = (language: string) => {
  document.documentElement.lang = language
}

const languageIn = (languages: readonly Language[], locale: string) =>
  languages.find(known => known === locale) ?? 'en'

/** English is the fallback of every language, for messages that it lacks. */
export const createI18nProvider = async (
  initial: Language,
  languages: readonly Language[],
): Promise<I18nProvider> => {
  const first = await load(initial)
  announce(initial)
  let hasLater = false
  const messagesOf = (locale: string) => {
    const language = languageIn(languages, locale)
    if (!hasLater) return locale === initial ? first : load(language)
    return load(language).then(messages => loadLater(language, messages))
  }
  const provider = polyglotI18nProvider(
    messagesOf,
    initial,
    languages.map(locale => ({ locale, name: autonymOf(locale) })),
  )
  laterTexts.provide(async () => {
    hasLater = true
    await provider.changeLocale(provider.getLocale())
  })
  return {
    ...provider,
    changeLocale: async (locale, options) => {
      await provider.changeLocale(locale, options)
      announce(locale)
    },
  }
}

/** Handles the path /signout, reached from inside the panel. */
const SignOut = () => {
  useEffect(() => {
    authProvider.logout()
  }, [])
  return null
}

const Home = lazyPart(() => import('./home').then(file => file.Home))

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

/** Preloads the screen at a path. If that fails, for instance offline, the screen loads itself. */
const preloadScreen = (path: string) =>
  (path === '/home' ? Home.preload() : preloadList(path)).catch(() => undefined)

/** Creates the panel for a user, in their language. */
export const prepareApp = async (me: Me): Promise<FunctionComponent> => {
  const { defaultViews } = me.profile
  // Loaded only for users with a default view.
  if (Array.isArray(defaultViews) && defaultViews.length > 0)
    (await import('./seed-default-views')).seedDefaultViews(panelStore, me)
  // The permissions are known: otherwise react-admin would render the panel once without them.
  queryClient.setQueryData(['auth', 'getPermissions', {}], me)
  void prefetchFirstPage(queryClient, dataProvider, panelStore, me, location)
  const i18nProvider = await createI18nProvider(me.lang, languages)
  // Last, since some screens have texts of their own, which the provider loads.
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
