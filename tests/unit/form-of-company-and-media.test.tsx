import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { openCreate, openEdit } from '../support/panel/render-screen'
import { companyRow, mediaRow } from '../support/panel/sample-rows'

freshBrowser()

const saveShown = () => screen.findByRole('button', { name: 'Save' })
const box = (name: string) => screen.queryByRole('switch', { name })
const openCompany = (role: 'root' | 'partner' | 'admin') =>
  openEdit('companies', 'own', { role, api: fakeApi({ companies: [companyRow()] }) })

describe('company form', () => {
  it.each([
    ['root', true, true],
    ['partner', false, false],
    ['admin', false, true],
  ] as const)('%s can edit partner and licence: %s, data access: %s', async (role, partners, access) => {
    await openCompany(role)
    await saveShown()
    expect(box('Is a partner') !== null).toBe(partners)
    expect(box('Can create companies') !== null).toBe(partners)
    expect(screen.queryByRole('combobox', { name: 'Partner' }) !== null).toBe(partners)
    expect(box('Data access') !== null).toBe(access)
    expect(box('Offline mode')).toBeEnabled()
  })

  it('a company can be allowed to create others only while it is a partner', async () => {
    const { user } = await openCompany('root')
    await saveShown()
    expect(box('Can create companies')).toBeDisabled()
    await user.click(screen.getByRole('switch', { name: 'Is a partner' }))
    expect(box('Can create companies')).toBeEnabled()
  })

  it('shows the offline duration in days, read-only, only while offline mode is on', async () => {
    const api = fakeApi({ companies: [companyRow({ offlineDuration: 5 })] })
    const { user } = await openEdit('companies', 'own', { api })
    await saveShown()
    expect(screen.queryByText('5 days')).toBeNull()
    await user.click(screen.getByRole('switch', { name: 'Offline mode' }))
    expect(await screen.findByText('5 days')).toBeVisible()
    expect(screen.queryByRole('spinbutton')).toBeNull()
  })

  it('a company created by a partner contains no field that only root may write', async () => {
    const reach = { own: ['own'], managed: [], open: [], licensed: true }
    const { api, user } = await openCreate('companies', { role: 'partner', me: { reach } })
    await user.type(await screen.findByLabelText(/^Name/), 'Atlas')
    await user.click(await saveShown())
    await waitFor(() => expect(api.to('POST /companies')).toHaveLength(1))
    const sent = api.to('POST /companies')[0]?.json
    expect(sent).toEqual({ name: 'Atlas', offlinePrivilege: false, role: 'viewer' })
  })

  it('offers only partner companies as the partner', async () => {
    const partner = companyRow({ uid: 'p', name: 'Partner Inc', isPartner: true })
    const api = fakeApi({ companies: [companyRow(), partner, companyRow({ uid: 'x', name: 'Plain Ltd' })] })
    const { user } = await openEdit('companies', 'own', { api })
    await user.click(await screen.findByRole('combobox', { name: 'Partner' }))
    expect(await screen.findByRole('option', { name: 'Partner Inc' })).toBeVisible()
    expect(screen.queryByRole('option', { name: 'Plain Ltd' })).toBeNull()
  })
})

describe('media form', () => {
  it('the company of an existing media is disabled and file facts are read-only', async () => {
    await openEdit('medias', 'm1', { api: fakeApi({ medias: [mediaRow()] }) })
    await saveShown()
    expect(screen.getByRole('combobox', { name: /^Company/ })).toBeDisabled()
    expect(await screen.findByText('sunset.png')).toBeVisible()
    expect(screen.getByText('2.5 MB · image/png')).toBeVisible()
    expect(screen.getByLabelText(/^Checksum/)).toHaveAttribute('readonly')
  })

  it('offers one special usage or none', async () => {
    const { user } = await openCreate('medias')
    await user.click(await screen.findByRole('combobox', { name: 'Special usage' }))
    const list = within(await screen.findByRole('listbox'))
    expect(
      list
        .getAllByRole('option')
        .map(option => option.textContent?.trim())
        .filter(Boolean),
    ).toContain('Template media')
    expect(list.queryByRole('option', { name: 'Overlay icon' })).toBeNull()
  })
})
