import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, refusing } from '../support/panel/fake-api'
import { openList } from '../support/panel/render-screen'
import { mediaRow, userRow } from '../support/panel/sample-rows'

freshBrowser()

const names = Array.from({ length: 12 }, (_, index) => `u${10 + index}`)
const api = () =>
  fakeApi({
    users: names.map(name =>
      userRow({ uid: name, firstname: name, lastname: 'Roe', email: `${name}@x.example` }),
    ),
  })

const opened = async () => {
  const fake = api()
  fake.answering('GET /users/bulk', () => ({ ids: names }))
  fake.answering('POST /users/bulk/suspend', ({ json }) => {
    const { uids } = json as { uids: string[] }
    const [first = '', ...rest] = uids
    return first === 'u10'
      ? {
          done: rest,
          left: [{ uid: first, label: 'u10 Roe', code: 'state', params: {} }],
          undo: [{ resource: 'users', action: 'reactivate', uids: rest }],
        }
      : { done: uids, left: [], undo: [{ resource: 'users', action: 'reactivate', uids }] }
  })
  fake.answering('POST /users/bulk/reactivate', ({ json }) => ({
    done: (json as { uids: string[] }).uids,
    left: [],
    undo: [],
  }))
  const { user } = await openList('users', '', { api: fake })
  await screen.findByText('u10@x.example')
  return { fake, user }
}

it('selects rows by keyboard, then all matching records', async () => {
  const { user } = await opened()
  const stop = screen.getByRole('link', { name: 'u10@x.example' })
  await waitFor(() => expect(screen.getByLabelText('Edit u10 Roe')).toHaveAttribute('tabindex', '-1'))
  stop.focus()
  await user.keyboard('x')
  expect(await screen.findByText('1 selected')).toBeVisible()
  expect(screen.getAllByRole('checkbox', { name: /^Select u1\d Roe$/ })).toHaveLength(10)
  await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
  expect(await screen.findByText('3 selected')).toBeVisible()
  await user.keyboard('x')
  expect(await screen.findByText('2 selected')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Select all 12' }))
  expect(await screen.findByText('12 selected')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Select all 12' })).toBeNull()
})

it('previews a bulk action, lists the records left unchanged, and undoes the others', async () => {
  const { fake, user } = await opened()
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Suspend' }))
  const dialog = await screen.findByRole('dialog', { name: 'Suspend: selected records' })
  await screen.findByText('9 records will be changed.')
  expect(dialog).toHaveTextContent('1 will be left as it is:')
  expect(fake.to('POST /users/bulk/suspend').map(({ json }) => json)).toMatchObject([{ dryRun: true }])
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  await screen.findByText('9 records were changed.')
  expect(dialog).toHaveTextContent('u10 Roe')
  expect(fake.to('POST /users/bulk/suspend').at(-1)?.json).toEqual({
    uids: names.slice(1, 10),
    dryRun: false,
  })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('9 records are as they were before.')
  expect(fake.to('POST /users/bulk/reactivate').at(-1)?.json).toMatchObject({ uids: names.slice(1, 10) })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

it('shows no checkboxes when the user has no bulk actions', async () => {
  await openList('sessions', '', { api: fakeApi() })
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull())
})

it('requires the values of a list field before the preview, and undoes with them', async () => {
  const fake = fakeApi({
    medias: [mediaRow({ uid: 'm1', name: 'Quay' }), mediaRow({ uid: 'm2', name: 'Pier' })],
  })
  const values = ['harbour', 'night']
  const untag = { resource: 'medias', action: 'untag' }
  // m1 already had one of the values, which undo must keep.
  const parts = [
    { ...untag, uids: ['m1'], values: ['night'] },
    { ...untag, uids: ['m2'], values },
  ]
  fake.answering('POST /medias/bulk/tag', () => ({ done: ['m1', 'm2'], left: [], undo: parts }))
  fake.answering('POST /medias/bulk/untag', ({ json }) => ({
    done: (json as { uids: string[] }).uids,
    left: [],
    undo: [],
  }))
  const { user } = await openList('medias', '', { api: fake })
  await screen.findByText('Pier')
  await user.click((await screen.findAllByRole('checkbox'))[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Add tags' }))
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(fake.to('POST /medias/bulk/tag')).toEqual([])
  await user.type(screen.getByRole('combobox', { name: /^Tags/ }), 'harbour{Enter}night{Enter}')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('2 records will be changed.')
  await user.click(screen.getByRole('button', { name: 'Add tags' }))
  await screen.findByText('2 records were changed.')
  expect(fake.to('POST /medias/bulk/tag').at(-1)?.json).toEqual({ uids: ['m1', 'm2'], values, dryRun: false })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('2 records are as they were before.')
  expect(fake.to('POST /medias/bulk/untag').map(({ json }) => json)).toMatchObject([
    { uids: ['m1'], values: ['night'] },
    { uids: ['m2'], values },
  ])
})

it('offers to retry a failed undo', async () => {
  const { fake, user } = await opened()
  let isAway = true
  fake.answering('POST /users/bulk/reactivate', call => {
    if (isAway) return refusing(503, 'unavailable')()
    return { done: (call.json as { uids: string[] }).uids, left: [], undo: [] }
  })
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Suspend' }))
  await screen.findByText('9 records will be changed.')
  await user.click(screen.getByRole('button', { name: 'Suspend' }))
  await screen.findByText('9 records were changed.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isAway = false
  await user.click(again)
  await screen.findByText('9 records are as they were before.')
})

it('shows that at most ten thousand records are selected', async () => {
  const fake = fakeApi()
  fake.answering('GET /users', () => ({ results: [userRow()], meta: { count: 12_000 } }))
  fake.answering('GET /users/bulk', () => ({ ids: Array.from({ length: 10_000 }, (_, at) => `u${at}`) }))
  const { user } = await openList('users', '', { api: fake })
  await user.click((await screen.findAllByRole('checkbox'))[1] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Select all 12,000' }))
  expect(await screen.findByText(/^The first 10,000 are selected/)).toBeVisible()
})

it('offers the bulk actions of the tab: invited users cannot be suspended', async () => {
  const fake = fakeApi({ users: [userRow({ status: 'pending' })] })
  const { user } = await openList('users', '#invited', { api: fake })
  await user.click((await screen.findAllByRole('checkbox'))[1] as HTMLElement)
  expect(await screen.findByRole('button', { name: 'Resend invitations' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add to groups' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
})

it('offers no change of deleted records', async () => {
  const fake = fakeApi({ users: [userRow({ status: 'deleted' })] })
  const { user } = await openList('users', '#deleted', { api: fake })
  await user.click((await screen.findAllByRole('checkbox'))[1] as HTMLElement)
  expect(await screen.findByText('1 selected')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add to groups' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

it('warns that a preview in chunks may miss records that exceed a limit on all together', async () => {
  const uids = Array.from({ length: 51 }, (_, at) => `u${at}`)
  const fake = fakeApi()
  fake.answering('GET /users', () => ({ results: [userRow({ uid: 'u0' })], meta: { count: 51 } }))
  fake.answering('GET /users/bulk', () => ({ ids: uids }))
  fake.answering('POST /users/bulk/suspend', ({ json }) => ({
    done: (json as { uids: string[] }).uids,
    left: [],
    undo: [],
  }))
  const { user } = await openList('users', '', { api: fake })
  await user.click((await screen.findAllByRole('checkbox'))[1] as HTMLElement)
  const check = async () => {
    await user.click(await screen.findByRole('button', { name: 'Suspend' }))
    return screen.findByText(/ will be changed\.$/)
  }
  expect(await check()).toHaveTextContent('1 record will')
  expect(screen.queryByText(/^Checked 50 records at a time/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 51' }))
  expect(await check()).toHaveTextContent('51 records will')
  expect(screen.getByText(/^Checked 50 records at a time/)).toBeVisible()
})

it('counts the selected records that are not shown and names the records to change', async () => {
  const { user } = await opened()
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Select all 12' }))
  expect(await screen.findByText('2 of them are not shown here')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Suspend' }))
  const dialog = await screen.findByRole('dialog', { name: 'Suspend: selected records' })
  await screen.findByText('11 records will be changed.')
  expect(await within(dialog).findByText('u11 Roe (u11@x.example)')).toBeVisible()
  const named = within(dialog)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .filter(text => text?.includes('@x.example'))
  expect(named).toHaveLength(10)
  expect(within(dialog).getByText('and 1 more')).toBeVisible()
})

it('shows no count when all selected records are shown', async () => {
  const { user } = await opened()
  await user.click(screen.getAllByRole('checkbox')[0] as HTMLElement)
  expect(await screen.findByText('10 selected')).toBeVisible()
  expect(screen.queryByText(/not shown here/)).toBeNull()
})
