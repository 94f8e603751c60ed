import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { textIn } from '~/model/objects'
import { registry } from '~/model/registry'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, fakeApi, refusing } from '../support/panel/fake-api'
import { openList } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const required = 'Company Parameter is required: Select a company to access the relevant list.'

describe('list that needs a company', () => {
  it.each(['users', 'medias'])(
    'the list of %s requires a partner to choose a company and sends no request',
    async name => {
      const { api } = await openList(name, '', { role: 'partner' })
      expect(await screen.findByText(required)).toBeVisible()
      expect(api.to(`GET /${name}`)).toEqual([])
    },
  )

  it.each(['root', 'admin'] as const)(
    'a list shows its rows to %s without a choice of company',
    async role => {
      await openList('users', '', { role, api: fakeApi({ users: [userRow()] }) })
      expect(await screen.findByText('grace@demo.example')).toBeVisible()
      expect(screen.queryByText(required)).toBeNull()
    },
  )

  it('shows a partner the rows of the chosen company', async () => {
    const api = fakeApi({
      medias: [mediaRow(), mediaRow({ uid: 'm2', name: 'Far', company: { ref: 'companies/x', label: 'X' } })],
    })
    api.answering('GET /values/companies', () => ({
      results: [{ key: 'own', label: 'Own company' }],
      meta: { count: 1 },
    }))
    const { user } = await openList('medias', '', { role: 'partner', api })
    const notice = within((await screen.findByText(required)).closest('[role=status]') as HTMLElement)
    await user.click(await notice.findByRole('combobox', { name: 'Company' }))
    await user.click(await screen.findByRole('option', { name: 'Own company' }))
    expect(await screen.findByText('Sunset')).toBeVisible()
    expect(askedOf(api.to('GET /medias').at(-1)).q).toMatchObject({ company: 'companies/own' })
    expect(screen.queryByText('Far')).toBeNull()
  })

  it.each([
    ['en', 'This company does not share its data with you'],
    ['fr', 'Cette société ne partage pas ses données avec vous'],
    ['es', 'Esta empresa no comparte sus datos con usted'],
  ] as const)('shows a partner in %s that a company shares no data', async (language, text) => {
    const api = fakeApi()
    api.answering('GET /values/companies', () => ({
      results: [
        { key: 'managed', label: 'Reserved' },
        { key: 'open', label: 'Generous' },
      ],
      meta: { count: 2 },
    }))
    const { user } = await openList('medias', '', { role: 'partner', api, language })
    const choose = async (name: string) => {
      const [input] = await screen.findAllByRole('combobox', { name: /Company|Société|Empresa/ })
      if (input) await user.click(input)
      await user.click(await screen.findByRole('option', { name }))
    }
    await choose('Reserved')
    expect(await screen.findByText(text)).toBeVisible()
    await choose('Generous')
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  })

  it('states in the user’s language that a company is required', async () => {
    await openList('users', '', { role: 'partner', language: 'fr' })
    expect(await screen.findByText(/^Une société est nécessaire/)).toBeVisible()
  })
})

describe('empty list', () => {
  it.each([
    ['en', 'There is no data to display.'],
    ['fr', 'Il n’y a aucune donnée à afficher.'],
  ] as const)('shows in %s that a list is empty', async (language, text) => {
    await openList('companies', '', { language })
    expect(await screen.findByText(text)).toBeVisible()
  })

  it.each(Object.values(registry).map(({ name }) => name))(
    'the texts say in each language what %s are, and how there will be some',
    name => {
      for (const { texts } of Object.values(catalogues)) {
        const own = Object.entries(texts.resources).find(([key]) => key === name)?.[1]
        expect(textIn(own, 'empty')?.length).toBeGreaterThan(30)
      }
    },
  )

  it('explains an empty list, and offers to create the first record to those who may', async () => {
    await openList('medias', '', {})
    const empty = (await screen.findByText('There is no data to display.')).closest('[role=status]')
    const shown = within(empty as HTMLElement)
    expect(shown.getByText(/^Medias are the images, documents and other files/)).toBeVisible()
    expect(shown.getByRole('link', { name: 'Create' })).toHaveAttribute('href', '/medias/create')
  })

  it('an empty tab states that other tabs may have records, and offers no creation', async () => {
    await openList('videos', '#pending', {})
    const empty = (await screen.findByText('There is no data to display.')).closest('[role=status]')
    const shown = within(empty as HTMLElement)
    expect(shown.getByText(/^No record is in this state/)).toBeVisible()
    expect(shown.queryByRole('link')).toBeNull()
  })

  it('offers to clear the search of an empty list', async () => {
    const { user } = await openList('companies', '', { api: fakeApi({ companies: [companyRow()] }) })
    await user.type(await screen.findByRole('searchbox', { name: 'Name' }), 'zzz')
    const empty = await screen.findByText('There is no data to display.')
    expect(screen.getByText('Nothing matches the search and the filters.')).toBeVisible()
    await user.click(
      within(empty.closest('[role=status]') as HTMLElement).getByRole('button', { name: 'Clear the search' }),
    )
    expect(await screen.findByText('Own company')).toBeVisible()
    expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveValue('')
  })
})

describe('list that fails to load', () => {
  it('shows the error with its code, hides the previous rows and retries', async () => {
    const api = fakeApi({ users: [userRow()] })
    const { user } = await openList('users', '', { api })
    await screen.findByText('grace@demo.example')
    api.answering('GET /users', refusing(500, 'server_error'))
    await user.click(screen.getByRole('button', { name: /last name/i }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Server Error: An unexpected error occurred on the server.')
    expect(alert).toHaveTextContent('Code: server_error')
    expect(screen.queryByText('grace@demo.example')).toBeNull()
    api.answering('GET /users', () => ({
      results: [userRow({ email: 'back@demo.example' })],
      meta: { count: 1 },
    }))
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('back@demo.example')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['fr', 'Erreur du serveur : Le serveur est injoignable.'],
    ['es', 'Error del servidor: '],
  ] as const)('shows a failed list in %s', async (language, text) => {
    const api = fakeApi()
    api.answering('GET /companies', refusing(0, 'unreachable'))
    await openList('companies', '', { language, api })
    expect(await screen.findByRole('alert')).toHaveTextContent(text.trim())
  })
})

describe('list without access', () => {
  it.each([
    ['companies', 'manager'],
    ['users', 'editor'],
    ['medias', 'viewer'],
  ] as const)('the list of %s denies access to a %s and sends no request', async (name, role) => {
    const { api } = await openList(name, '', { role, language: 'fr' })
    expect(await screen.findByRole('alert')).toHaveTextContent('Accès interdit')
    await waitFor(() => expect(api.calls).toEqual([]))
  })

  it.each([
    ['root', false, false],
    ['partner', true, false],
    ['partner', false, true],
    ['admin', false, true],
  ] as const)(
    'shows creation of companies to %s (licensed: %s), disabled: %s',
    async (role, licensed, greyed) => {
      const reach = { own: ['own'], managed: [], open: [], licensed }
      await openList('companies', '', { role, me: { reach }, api: fakeApi({ companies: [companyRow()] }) })
      await screen.findByText('Own company')
      const create = greyed
        ? screen.getByRole('button', { name: 'Create' })
        : screen.getByRole('link', { name: 'Create' })
      expect(create.ariaDisabled === 'true').toBe(greyed)
    },
  )
})
