import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { columnsLeftOut } from '~/src/admin/list/columns'
import { fakeApi } from '../support/panel/fake-api'
import { openList } from '../support/panel/render-screen'
import { userRow } from '../support/panel/sample-rows'

const people = (...names: string[]) =>
  fakeApi({
    users: names.map(name =>
      userRow({ uid: name, firstname: name, lastname: 'Roe', email: `${name}@x.example` }),
    ),
  })

const focusedName = () => document.activeElement?.getAttribute('aria-label')

describe('list table', () => {
  it('the accessible name of the table consists of the screen and the tab', async () => {
    await openList('users', '', { api: people('Bob') })
    expect(await screen.findByRole('table', { name: 'Users: Active' })).toBeVisible()
  })

  it('exposes the sorted column and the sortable columns by aria-sort', async () => {
    const { user } = await openList('users', '', { api: people('Ann') })
    const sortOf = async (name: string) =>
      (await screen.findByRole('columnheader', { name })).getAttribute('aria-sort')
    expect(await sortOf('E-mail')).toBe('ascending')
    expect(await sortOf('Last name')).toBe('none')
    expect(await sortOf('Actions')).toBeNull()
    await user.click(screen.getByRole('button', { name: /last name/i }))
    await waitFor(async () => expect(await sortOf('Last name')).toBe('ascending'))
    expect(await sortOf('E-mail')).toBe('none')
  })

  it('each row has one tab stop and is navigated with arrow keys', async () => {
    const { user } = await openList('users', '', { api: people('Ann', 'Bob') })
    const name = await screen.findByRole('link', { name: 'Ann@x.example' })
    await waitFor(() => expect(screen.getByLabelText('Edit Ann Roe')).toHaveAttribute('tabindex', '-1'))
    name.focus()
    // The link of the company comes between.
    await user.keyboard('{ArrowRight}{ArrowRight}')
    expect(focusedName()).toBe('Edit Ann Roe')
    await user.keyboard('{ArrowDown}')
    expect(focusedName()).toBe('Edit Bob Roe')
    await user.keyboard('{ArrowDown}')
    expect(focusedName()).toBe('Edit Bob Roe')
    await user.keyboard('{End}')
    expect(focusedName()).toBe('More actions Bob Roe')
    await user.keyboard('{Home}{ArrowUp}')
    expect(document.activeElement?.closest('tr')).toHaveTextContent('Ann@x.example')
    await user.tab()
    expect(document.activeElement?.closest('tr')).toHaveTextContent('Bob@x.example')
    expect(document.querySelectorAll('tbody [tabindex="0"]')).toHaveLength(2)
  })

  it('Enter activates the focused action of a row', async () => {
    const { user, address } = await openList('users', '', { api: people('Ann') })
    ;(await screen.findByLabelText('Edit Ann Roe')).focus()
    await user.keyboard('{Enter}')
    expect(address()).toBe('/user/modify/Ann')
  })
})

describe('columns that do not fit', () => {
  const columns = [
    { name: 'name', width: 200 },
    { name: 'size', width: 100 },
    { name: 'status', width: 120 },
    { name: '', width: 80 },
  ]

  it.each([
    [500, []],
    [499, ['size']],
    [400, ['size']],
    [399, ['size', 'status']],
    [10, ['size', 'status']],
  ])('with %i pixels of space the columns left out are %j', (space, out) => {
    expect(columnsLeftOut(columns, ['size', 'status'], space)).toEqual(out)
  })

  it('columns hidden by the user are not left out again', () => {
    expect(columnsLeftOut(columns, ['absent', 'size'], 450)).toEqual(['size'])
  })
})
