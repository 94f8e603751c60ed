import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { openEdit } from '../support/panel/render-screen'
import { companyRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const later = '2024-03-01T09:00:00Z'

/** Renames a company while someone else saves `theirs` first. */
const saveAfter = async (theirs: Row, language: 'en' | 'fr' = 'en') => {
  const api = fakeApi({ companies: [companyRow({ authFqdn: 'old.example' })] })
  const current = companyRow({ authFqdn: 'old.example', updatedAt: later, ...theirs })
  api.answering('PATCH /companies/own', refusing(409, 'stale', { body: { current } }))
  const opened = await openEdit('companies', 'own', { api, language })
  const name = await screen.findByLabelText(/^(Name|Nom)/)
  await opened.user.clear(name)
  await opened.user.type(name, 'Mine')
  await opened.user.click(screen.getByRole('button', { name: /^(Save|Enregistrer)$/ }))
  const panel = within(await screen.findByRole('alert'))
  api.answering('PATCH /companies/own', ({ json }) => ({ ...current, ...(json as Row) }))
  const sent = () => api.to('PATCH /companies/own').at(-1)?.json
  return { ...opened, api, name, panel, sent }
}

describe('edit conflict', () => {
  it('an edit conflict shows both versions of a field and saves neither', async () => {
    const { panel, api } = await saveAfter({ name: 'Theirs' })
    expect(panel.getByText('Someone else changed this record in the meantime')).toBeVisible()
    const [, row] = panel.getAllByRole('row')
    const cells = within(row ?? document.body)
      .getAllByRole('cell')
      .map(cell => cell.textContent)
    expect(cells).toEqual(['Theirs', 'Mine', 'Take theirs'])
    expect(api.to('PATCH /companies/own')).toHaveLength(1)
  })

  it('keeping mine saves it based on the newer record', async () => {
    const { panel, user, sent, address } = await saveAfter({ name: 'Theirs' })
    await user.click(panel.getByRole('button', { name: 'Keep mine and save' }))
    await waitFor(() => expect(address()).toBe('/company/show/own'))
    expect(sent()).toEqual({ name: 'Mine', updatedAt: later })
  })

  it('taking all of theirs puts their values into the form', async () => {
    const { panel, user, name } = await saveAfter({ name: 'Theirs' })
    await user.click(panel.getByRole('button', { name: 'Take all of theirs' }))
    expect(name).toHaveValue('Theirs')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps fields that only the other user changed', async () => {
    const { panel, user, sent, address } = await saveAfter({ authFqdn: 'new.example' })
    expect(panel.getByText(/^Your changes and theirs affect different fields/)).toBeVisible()
    expect(panel.getByText('Theirs is kept')).toBeVisible()
    expect(panel.queryByRole('button', { name: 'Take all of theirs' })).toBeNull()
    await user.click(panel.getByRole('button', { name: 'Keep mine and save' }))
    await waitFor(() => expect(address()).toBe('/company/show/own'))
    expect(sent()).toMatchObject({ name: 'Mine', updatedAt: later })
    expect(sent()).not.toMatchObject({ authFqdn: 'old.example' })
  })

  it('shows the edit conflict in the user’s language', async () => {
    const { panel } = await saveAfter({ name: 'La sienne' }, 'fr')
    expect(panel.getByText('Quelqu’un d’autre a modifié cet enregistrement entre-temps')).toBeVisible()
    expect(panel.getByRole('button', { name: 'Garder la mienne et enregistrer' })).toBeVisible()
  })
})
