import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { AdminContext, CreateBase, type DataProvider, Form, HttpError } from 'react-admin'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { resourceOf } from '~/model/registry'
import { AdminConfigProvider } from '~/src/admin/admin-config'
import { ResourceCreate } from '~/src/admin/form/form-screens'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import { PasswordPairInput } from '~/src/admin/form/password-pair-input'
import { RecordForm } from '~/src/admin/form/record-form'
import { WithActor } from '~/src/admin/rights'

const me = {
  uid: 'me',
  role: 'root',
  company: { ref: 'companies/own', label: 'Own' },
  reach: { own: ['own'], managed: [], open: [] },
}
const authProvider = {
  login: async () => undefined,
  logout: async () => undefined,
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getPermissions: async () => me,
}
const config = { offers: () => false, slots: {}, uploadTarget: async () => ({ endpoint: '', headers: {} }) }

const show = (children: ReactNode, dataProvider: Partial<DataProvider> = {}) =>
  render(
    <MemoryRouter>
      <AdminConfigProvider config={config}>
        <AdminContext
          authProvider={authProvider}
          dataProvider={{ values: async () => ({ values: [], total: 0 }), ...dataProvider } as never}
        >
          {children}
        </AdminContext>
      </AdminConfigProvider>
    </MemoryRouter>,
  )

const saveButton = () => screen.findByRole('button', { name: 'ra.action.save' })
const label = (path: string) => `resources.companies.fields.${path}`

beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

describe('form of a resource', () => {
  it('lists empty mandatory fields and moves the focus to the list', async () => {
    const create = vi.fn()
    show(<ResourceCreate resource="companies" />, { create })
    fireEvent.click(await saveButton())
    const summary = await screen.findByRole('alert')
    expect(summary).toHaveTextContent('errors.fieldsToCorrect')
    expect(summary).toHaveTextContent(label('name'))
    await waitFor(() => expect(summary).toHaveFocus())
    expect(create).not.toHaveBeenCalled()
  })

  it('enables a dependent switch together with its parent', async () => {
    show(<ResourceCreate resource="companies" />)
    const box = await screen.findByRole('switch', { name: label('canCreateCompanies') })
    expect(box).toBeDisabled()
    await userEvent.click(screen.getByRole('switch', { name: label('isPartner') }))
    expect(box).toBeEnabled()
  })

  it('keeps the typed values while the server is unreachable and saves on retry', async () => {
    const create = vi
      .fn()
      .mockRejectedValueOnce(new HttpError('errors.unreachable', 0, { code: 'unreachable' }))
      .mockResolvedValue({ data: { id: 'c1' } })
    show(<ResourceCreate resource="companies" />, { create })
    const name = await screen.findByRole('textbox', { name: new RegExp(label('name')) })
    await userEvent.type(name, 'Atlas')
    fireEvent.click(await saveButton())
    expect(await screen.findByText(/errors\.serverError errors\.unreachable/)).toBeVisible()
    expect(name).toHaveValue('Atlas')
    fireEvent.click(await saveButton())
    await waitFor(() => expect(create).toHaveBeenCalledTimes(2))
    expect(create.mock.calls[1]?.[1].data).toMatchObject({ name: 'Atlas' })
  })

  it('shows a validation error of the server on its field', async () => {
    const refusal = new HttpError('errors.validation', 422, {
      code: 'validation',
      errors: { name: 'validation.taken' },
    })
    show(<ResourceCreate resource="companies" />, { create: vi.fn().mockRejectedValue(refusal) })
    const name = await screen.findByRole('textbox', { name: new RegExp(label('name')) })
    await userEvent.type(name, 'Atlas')
    fireEvent.click(await saveButton())
    expect(await screen.findByText('validation.taken')).toBeVisible()
    expect(name).toBeInvalid()
  })

  it('restores a draft on request', async () => {
    sessionStorage.setItem('vecto.draft.me.companies.create', JSON.stringify({ name: 'Typed before' }))
    show(<ResourceCreate resource="companies" />)
    fireEvent.click(await screen.findByRole('button', { name: 'admin.draft.restore' }))
    expect(await screen.findByRole('textbox', { name: new RegExp(label('name')) })).toHaveValue(
      'Typed before',
    )
  })

  it('disables saving while a file is uploading', async () => {
    const Upload = () => {
      const { setUploading } = useFormStatus()
      return (
        <button type="button" onClick={() => setUploading('file', true)}>
          start
        </button>
      )
    }
    show(
      <WithActor>
        <FormStateProvider>
          <CreateBase resource="companies">
            <RecordForm resource={resourceOf('companies')} mode="create" />
            <Upload />
          </CreateBase>
        </FormStateProvider>
      </WithActor>,
    )
    expect(await saveButton()).toBeEnabled()
    fireEvent.click(screen.getByRole('button', { name: 'start' }))
    expect(await saveButton()).toBeDisabled()
    expect(screen.getByText('admin.form.uploading')).toBeVisible()
  })
})

const FormInCreate = () => (
  <Form>
    <PasswordPairInput source="password" label="word" validate={[]} />
  </Form>
)

describe('password and confirmation', () => {
  it('clears a differing password confirmation on blur and shows the error', async () => {
    show(
      <CreateBase resource="users">
        <FormInCreate />
      </CreateBase>,
    )
    await userEvent.type(await screen.findByLabelText('word'), 'secret1')
    const confirmation = screen.getByLabelText('admin.form.confirmation')
    await userEvent.type(confirmation, 'secret2')
    await userEvent.tab()
    expect(await screen.findByText('errors.passwordsMismatch')).toBeVisible()
    expect(confirmation).toHaveValue('')
  })
})
