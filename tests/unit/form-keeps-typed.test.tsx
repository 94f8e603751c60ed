import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { RecordContextProvider, useSetLocale } from 'react-admin'
import { describe, expect, it } from 'vitest'
import { resourceOf } from '~/model/registry'
import { AccessListDialog } from '~/src/admin/actions/access-list-dialog'
import { companyKey, WithActor } from '~/src/admin/rights'
import { panelStore } from '~/src/app/panel-store'
import { NewCustomerPage } from '~/src/features/customers/new-customer-page'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { openCreate, renderScreen } from '../support/panel/render-screen'
import { userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const InFrench = () => {
  const setLocale = useSetLocale()
  return (
    <button type="button" onClick={() => setLocale('fr')}>
      Français
    </button>
  )
}

const version = {
  ...{ uid: 'v1', id: 'e1/v1', name: 'First', updatedAt: '2024-02-01T09:00:00Z' },
  ...{ company: { ref: 'companies/own', label: 'Own' }, accessList: [], accessGroups: [] },
}

/** A dialog on a record that another user changes. */
const Changing = () => {
  const [record, setRecord] = useState(version)
  const change = () => setRecord({ ...version, name: 'Second', updatedAt: '2024-02-02T09:00:00Z' })
  return (
    <RecordContextProvider value={record}>
      <button type="button" onClick={change}>
        Change
      </button>
      <AccessListDialog resource={resourceOf('versions')} paths={['accessList']} onClose={() => undefined} />
    </RecordContextProvider>
  )
}

describe('typed values of a form', () => {
  it('typed values stay when another company is chosen, and the record gets that company', async () => {
    const { user } = await openCreate('users')
    const name = await screen.findByLabelText(/^First name/)
    await user.type(name, 'Grace')
    act(() => panelStore.setItem(companyKey('me'), { ref: 'companies/c2', label: 'Boreal' }))
    await waitFor(() => expect(screen.getByRole('combobox', { name: /^Company/ })).toHaveValue('Boreal'))
    expect(name).toHaveValue('Grace')
  })

  it('typed values can be restored after a change of language, which remounts the screen', async () => {
    const { user } = await renderScreen(
      <>
        <InFrench />
        <NewCustomerPage />
      </>,
    )
    const before = await screen.findByRole('textbox', { name: /Name of the company/ })
    await user.type(before, 'Nova')
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Nova'))
    await user.click(screen.getByRole('button', { name: 'Français' }))
    const name = await screen.findByRole('textbox', { name: /Nom de l/ })
    await user.click(screen.getByRole('button', { name: 'Les reprendre' }))
    expect(name).toHaveValue('Nova')
  })

  it('typed values stay when another user changes the record, and are sent with the opened updatedAt', async () => {
    const api = fakeApi({ users: [userRow({ uid: 'u9', firstname: 'Grace', lastname: 'Hopper' })] })
    const { user } = await renderScreen(
      <WithActor>
        <Changing />
      </WithActor>,
      { api },
    )
    await user.click(await screen.findByRole('combobox', { name: 'Access list' }))
    await user.click(await screen.findByRole('option', { name: /Grace/ }))
    // The button is covered by the dialog.
    act(() => screen.getByText('Change').click())
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.to('PATCH /environments/e1/versions/v1')).toHaveLength(1))
    expect(api.to('PATCH /environments/e1/versions/v1')[0]?.json).toEqual({
      accessList: [expect.objectContaining({ ref: 'users/u9' })],
      updatedAt: version.updatedAt,
    })
  })
})
