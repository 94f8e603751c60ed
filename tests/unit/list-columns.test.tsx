import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Role } from '~/model/grants'
import { type FakeApi, fakeApi, type Row } from '../support/panel/fake-api'
import { openRowMenu } from '../support/panel/list-controls'
import { openList } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'

const headings = async () => (await screen.findAllByRole('columnheader')).map(head => head.textContent)

const rowOf = async (text: string) => {
  const cell = await screen.findByText(text)
  const row = cell.closest('tr')
  if (!row) throw new Error(`${text} stands in no row`)
  return within(row)
}

/** The actions in the menu of a row, and whether they are refused. `last`: is loaded after the menu. */
const actionsOn = async (user: UserEvent, record: string, last?: string) => {
  const menu = await openRowMenu(user, record)
  if (last) await menu.findByText(last)
  return (await menu.findAllByRole('menuitem')).map(item => ({
    name: item.querySelector('.MuiListItemText-primary')?.textContent,
    off: item.matches('[aria-disabled=true]'),
  }))
}

const medias = (...rows: Row[]): FakeApi => fakeApi({ medias: rows })

describe('columns of a list', () => {
  it('shows the columns of the definition with their labels, actions last', async () => {
    await openList('companies', '', { api: fakeApi({ companies: [companyRow()] }) })
    expect(await headings()).toEqual([
      'Name',
      'User seats',
      'Active users',
      'Video quota',
      'Created',
      'Partner',
      'Data access',
      'Actions',
    ])
  })

  it('hides optional columns until the user selects them', async () => {
    const { user } = await openList('companies', '', { api: fakeApi({ companies: [companyRow()] }) })
    expect(await headings()).not.toContain('Is a partner')
    await user.click(await screen.findByRole('button', { name: 'Columns' }))
    await user.click(await screen.findByLabelText('Is a partner'))
    await user.keyboard('{Escape}')
    expect(await headings()).toContain('Is a partner')
    expect(Object.keys(localStorage).join()).toContain('preferences.companies.datatable')
  })

  it('shows column headings in the user’s language', async () => {
    await openList('users', '', { language: 'es', api: fakeApi({ users: [userRow()] }) })
    expect(await headings()).toEqual(expect.arrayContaining(['Correo electrónico', 'Rol', 'Empresa']))
  })

  it('shows seats, active users and minutes next to the purchased amounts', async () => {
    await openList('companies', '', { api: fakeApi({ companies: [companyRow()] }) })
    const row = await rowOf('Own company')
    expect(await row.findByText('12 / 40')).toBeVisible()
    expect(row.getByText('3 / 5')).toBeVisible()
    expect(row.getByText('90 / 600 min')).toBeVisible()
  })
})

describe('the status of a row', () => {
  it('a list shows a status that differs from most of its tab after the name, without a status column', async () => {
    const users = [userRow(), userRow({ uid: 'u2', email: 'off@own.example', status: 'disabled' })]
    await openList('users', '', { api: fakeApi({ users }) })
    const row = await rowOf('off@own.example')
    const name = row.getByRole('link', { name: /off@own.example/ })
    expect(name.parentElement).toContainElement(row.getByText('Disabled'))
    expect(name).not.toContainElement(row.getByText('Disabled'))
    expect(screen.queryByText('Active', { selector: '.status' })).toBeNull()
    expect(await headings()).not.toContain('Status')
  })
})

describe('actions of a row', () => {
  it.each([
    ['root', 'completed', ['Show', 'Edit', 'Regenerate thumbnail', 'Delete']],
    ['root', 'deletable', ['Show', 'Edit', 'Restore']],
    ['admin', 'completed', ['Show', 'Edit', 'Regenerate thumbnail']],
    ['admin', 'deletable', ['Show', 'Edit']],
  ] as const)('shows to %s, on a %s media, the actions %j', async (role, status, names) => {
    const { user } = await openList('medias', '', { role, api: medias(mediaRow({ status })) })
    expect(await actionsOn(user, 'Sunset')).toEqual(names.map(name => ({ name, off: false })))
  })

  it.each([
    ['admin', 'partner', true],
    ['admin', 'admin', false],
    ['admin', 'viewer', false],
    ['root', 'root', false],
  ] as [Role, Role, boolean][])(
    'row actions for %s on a user with the role %s are disabled: %s',
    async (role, theirs, off) => {
      const { user } = await openList('users', '', {
        role,
        api: fakeApi({ users: [userRow({ role: theirs })] }),
      })
      const buttons = (await actionsOn(user, 'Grace Hopper')).filter(({ name }) => name !== 'Reset password')
      expect(buttons.map(({ name }) => name)).toEqual(['Show', 'Edit', 'Delete'])
      expect(buttons.map(button => button.off)).toEqual([off, off, off])
    },
  )

  it('row actions are disabled on a company that the user may not change', async () => {
    const api = fakeApi({ companies: [companyRow({ uid: 'far', name: 'Far company' })] })
    const { user } = await openList('companies', '', { role: 'partner', api })
    expect(await actionsOn(user, 'Far company', 'Groups')).toEqual([
      { name: 'Show', off: true },
      { name: 'Edit', off: true },
      { name: 'Groups', off: false },
    ])
  })

  it('row actions and rows link to the addresses of the panel', async () => {
    const { user, address } = await openList('users', '', { api: fakeApi({ users: [userRow()] }) })
    const row = await rowOf('grace@demo.example')
    expect(row.getByLabelText('Edit Grace Hopper')).toHaveAttribute('href', '/user/modify/u1')
    await user.click(row.getByText('grace@demo.example'))
    expect(address()).toBe('/user/show/u1')
  })
})
