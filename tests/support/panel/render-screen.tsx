import { QueryClient } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { AdminContext, Notification } from 'react-admin'
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router'
import type { Capability } from '~/model/capabilities'
import type { Role } from '~/model/grants'
import { type Language, languages } from '~/model/languages'
import { resourceOf } from '~/model/registry'
import { AdminConfigProvider } from '~/src/admin/admin-config'
import { ResourceCreate, ResourceEdit, ResourceList, ResourceShow } from '~/src/admin/resource-screens'
import type { Me } from '~/src/api/backend'
import { panelDataProvider } from '~/src/api/contract/panel-data-provider'
import { createI18nProvider } from '~/src/app/app'
import { panelStore } from '~/src/app/panel-store'
import { routerProvider } from '~/src/app/routes'
import { slots } from '~/src/app/slots'
import { laterTexts } from '~/src/ui/later-part'
import { personOf } from '~/tests/support/server/person'
import { type FakeApi, fakeApi } from './fake-api'

// Lazy modules are compiled on first use, which is slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

export type ScreenOptions = {
  readonly role?: Role
  readonly me?: Partial<Me>
  readonly language?: Language
  readonly api?: FakeApi
  /** Initial path; default: that of the screen. */
  readonly at?: string
  /** The route of the screen. */
  readonly path?: string
  /** What the later texts arrive with, and the parts that wait for them; default: they are there. */
  readonly laterTexts?: Promise<unknown>
  /** What the server offers beyond the usual. */
  readonly offers?: readonly Capability[]
}

const authProviderOf = (me: () => Me) => ({
  login: async () => undefined,
  logout: async () => undefined,
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => me(),
})

const offered: readonly Capability[] = ['customers', 'bulk', 'views']

const config = {
  offers: (capability: Capability) => offered.includes(capability),
  slots,
  uploadTarget: async () => ({ endpoint: '/parse/files', headers: {} }),
}

const configWith = (more: readonly Capability[] = []) => ({
  ...config,
  offers: (capability: Capability) => config.offers(capability) || more.includes(capability),
})

/** Renders a part of the panel with real definitions, texts, slots, router and store; the network is faked. */
export const renderScreen = async (screen: ReactNode, options: ScreenOptions = {}) => {
  const { role = 'root', language = 'en', api = fakeApi(), path = '/here', at = path } = options
  const me = personOf(role, { lang: language, ...options.me })
  const i18nProvider = await createI18nProvider(language, languages)
  const { laterTexts: arriving } = options
  if (arriving) laterTexts.provide(() => arriving)
  // Loads the texts that the lazy loader of screens would load.
  else await laterTexts.load()
  const panel = (
    <AdminConfigProvider config={configWith(options.offers)}>
      <AdminContext
        authProvider={authProviderOf(() => me)}
        dataProvider={panelDataProvider(api.request)}
        i18nProvider={i18nProvider}
        routerProvider={routerProvider}
        store={panelStore}
        queryClient={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <Routes>
          <Route path={path} element={screen} />
          <Route path="*" element={<p>Another screen</p>} />
        </Routes>
        <Notification />
      </AdminContext>
    </AdminConfigProvider>
  )
  const router = createMemoryRouter([{ path: '*', element: panel }], { initialEntries: [at] })
  const { unmount } = render(<RouterProvider router={router} useTransitions={false} />)
  const address = () => {
    const { pathname, search, hash } = router.state.location
    return pathname + search + hash
  }
  return { api, router, address, unmount, user: userEvent.setup() }
}

const at = (path = '', id = '', hash = '') => path.replace(':id', id) + hash

export const openList = (resource: string, hash = '', options: ScreenOptions = {}) => {
  const { list } = resourceOf(resource).paths
  return renderScreen(<ResourceList resource={resource} />, {
    path: list,
    at: at(list, '', hash),
    ...options,
  })
}

export const openShow = (resource: string, address: string, options: ScreenOptions = {}) => {
  const { show } = resourceOf(resource).paths
  return renderScreen(<ResourceShow resource={resource} />, { path: show, at: at(show, address), ...options })
}

export const openCreate = (resource: string, options: ScreenOptions = {}) =>
  renderScreen(<ResourceCreate resource={resource} />, {
    path: resourceOf(resource).paths.create,
    ...options,
  })

export const openEdit = (resource: string, id: string, options: ScreenOptions = {}) => {
  const { edit } = resourceOf(resource).paths
  return renderScreen(<ResourceEdit resource={resource} />, { path: edit, at: at(edit, id), ...options })
}
