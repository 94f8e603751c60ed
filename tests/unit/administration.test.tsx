import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { countedCollections, searchedCollections } from '~/model/maintenance'
import { resourceNames } from '~/model/registry'
import { pageRoutes } from '~/src/app/routes'
import { Administration } from '~/src/features/maintenance/administration'
import { Maintenance } from '~/src/features/maintenance/maintenance'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const world = () =>
  fakeApi({
    downloads: [{ uid: 'd1', name: 'Studio setup' }],
    templates: [{ uid: 't1', name: 'Invitation letter' }],
  })

const healthy = { status: 'ok', version: '4.2.1', database: true }

const idle = { ready: true, missing: [], waiting: 0, running: 0, speeds: {} }

const openMaintenance = (health: () => unknown = () => healthy, jobs: readonly object[] = []) => {
  const api = world()
  api.answering('GET /health', health)
  api.answering('GET /processing', () => idle)
  api.answering('GET /utils/jobs', () => ({ results: jobs, meta: { count: jobs.length } }))
  return renderScreen(<Maintenance />, { path: '/admin', api })
}

describe('administration', () => {
  const open = () => renderScreen(<Administration />, { path: '/administration', api: world() })
  const menu = async () => within(await screen.findByRole('navigation', { name: 'Administration' }))

  it('shows the downloads first, then the section chosen last in this session', async () => {
    const { user, unmount } = await open()
    expect(await screen.findByText('Studio setup')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Create' })).toHaveAttribute('href', '/downloads/create')
    await user.click((await menu()).getByRole('button', { name: 'E-mail templates' }))
    expect(await screen.findByText('Invitation letter')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Create' })).toHaveAttribute('href', '/templates/create')
    unmount()
    await open()
    expect(await screen.findByText('Invitation letter')).toBeVisible()
  })

  it('the administration menu links to maintenance', async () => {
    await open()
    expect((await menu()).getByRole('link', { name: 'Maintenance' })).toHaveAttribute('href', '/admin')
  })

  it.each(['/administration', '/admin'])('the page %s denies access to a partner', async path => {
    const page = pageRoutes.find(({ key }) => key === path)?.props.element
    await renderScreen(page, { path, role: 'partner', api: world() })
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })

  it('the page of the own company denies access to root', async () => {
    const page = pageRoutes.find(({ key }) => key === '/mycompany')?.props.element
    await renderScreen(page, { path: '/mycompany', role: 'root', api: world() })
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeVisible()
  })
})

describe('maintenance', () => {
  const tool = async (name: string) => within(await screen.findByRole('group', { name }))

  it('the maintenance tools name existing resources', () => {
    const known: readonly string[] = resourceNames
    expect([...countedCollections, ...searchedCollections].filter(name => !known.includes(name))).toEqual([])
  })

  it.each([
    ['Refresh keyword collections', 'Users', '/utils/keywords/users', 'users'],
    ['Refresh keyword collections', 'All', '/utils/keywords', 'users'],
    ['Reset counters', 'Companies', '/utils/resetcounter/companies', 'companies'],
  ] as const)(
    'the tool “%s” runs for “%s” after confirmation and reports the result',
    async (name, collection, path, changed) => {
      const { api, user } = await openMaintenance()
      api.answering(`GET ${path}`, () => ({
        results: [{ name: changed, changed: 1234 }],
        meta: { count: 1 },
      }))
      const shown = await tool(name)
      await user.click(shown.getByRole('combobox', { name: 'Collection' }))
      await user.click(await screen.findByRole('option', { name: collection }))
      await user.click(shown.getByRole('button', { name }))
      const dialog = within(await screen.findByRole('dialog'))
      expect(dialog.getByText(`This goes through every record of: ${collection}. Continue?`)).toBeVisible()
      expect(api.to(`GET ${path}`)).toEqual([])
      await user.click(dialog.getByRole('button', { name: 'Confirm' }))
      expect(await shown.findByText(/: 1,234 records$/)).toBeVisible()
      expect(api.to(`GET ${path}`)).toHaveLength(1)
    },
  )

  it('a cancelled maintenance tool does nothing; a failed one shows the error', async () => {
    const { api, user } = await openMaintenance()
    api.answering('GET /utils/keywords', refusing(403, 'forbidden'))
    const shown = await tool('Refresh keyword collections')
    const ask = () => user.click(shown.getByRole('button', { name: 'Refresh keyword collections' }))
    await ask()
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(api.to('GET /utils/keywords')).toEqual([])
    await ask()
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }))
    expect(await shown.findByText('You are not allowed to do this.')).toBeVisible()
  })

  it('shows the server health and refreshes it', async () => {
    let health: () => unknown = refusing(503, 'unavailable')
    const { user } = await openMaintenance(() => health())
    const shown = within(await screen.findByRole('region', { name: 'Server health' }))
    expect(await shown.findByText(/^The service is not available/)).toBeVisible()
    health = () => ({ ...healthy, database: false })
    await user.click(shown.getByRole('button', { name: 'Check again' }))
    expect(await shown.findByText('4.2.1')).toBeVisible()
    expect(shown.getAllByText('OK')[0]).toBeVisible()
    expect(shown.getByText('Does not answer')).toBeVisible()
  })

  it('lists running and waiting jobs with links to their videos', async () => {
    const at = { createdAt: '2026-01-02T10:00:00.000Z', startedAt: null }
    const job = { ...at, progress: null, worker: null, part: null, jobs: 1 }
    await openMaintenance(undefined, [
      {
        ...{ ...job, resource: 'vectos', id: 'v1/s1', label: 'First scene', worker: 'farm-1' },
        progress: { done: 0.4, secondsLeft: 90, stage: 'trimming' },
      },
      { ...job, resource: 'videos', id: 'v2', label: 'Harbour' },
      { ...job, resource: 'vectos', id: 'v1/s2', label: 'Hour', worker: 'farm-2', part: 3 },
      { ...job, resource: 'vectos', id: 'v1/s2', label: 'Hour', part: 4, jobs: 57 },
    ])
    const shown = within(await screen.findByRole('region', { name: 'Job queue' }))
    expect(await shown.findByRole('link', { name: 'First scene' })).toHaveAttribute(
      'href',
      '/video3d/show/v1/s1',
    )
    expect(shown.getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/video360/show/v2')
    expect(shown.getByText(/on farm-1$/)).toBeVisible()
    expect(shown.getAllByText(/ · waiting$/)).toHaveLength(2)
    expect(shown.getByText(/ · segment 3 · on farm-2$/)).toBeVisible()
    expect(shown.getByText(/ · 57 segments · waiting$/)).toBeVisible()
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  })

  it('shows that no job is running or waiting', async () => {
    await openMaintenance()
    expect(await screen.findByText('No job is running and none is waiting.')).toBeVisible()
  })
})
