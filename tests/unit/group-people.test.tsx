import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { GroupPeople } from '~/src/features/access/access-dialog'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'

freshBrowser()

const ref = 'companies/own/groups/g1'
const nameOf = (index: number) => `guest${String(index).padStart(3, '0')}@x.example`

/** A group of this many guests, of which the server returns the first 200. */
const groupOf = (count: number) => ({
  group: { ref, label: 'Friends' },
  members: [{ ref: 'users/u1', label: 'Grace Hopper' }],
  guests: Array.from({ length: Math.min(count, 200) }, (_, index) => ({
    ...{ guest: { ref: `companies/own/guests/x${index}`, label: nameOf(index) }, accepted: index % 2 === 0 },
  })),
  guestCounts: { accepted: Math.ceil(count / 2), pending: Math.floor(count / 2) },
})

/** The guests of the group, page by page. */
const guestsApi = (count: number) => {
  const api = fakeApi()
  const rows = Array.from(
    { length: count },
    (_, index): Row => ({
      ...{
        uid: `x${index}`,
        guest: { label: nameOf(index) },
        company: { ref: 'companies/own', label: 'Own' },
      },
      status: index % 2 === 0 ? 'accepted' : 'pending',
    }),
  )
  api.answering(`GET /${ref}/guests`, ({ search }) => {
    const offset = Number(search.get('offset'))
    return { results: rows.slice(offset, offset + Number(search.get('batch'))), meta: { count } }
  })
  return api
}

it('shows the first guests of a group with the total and loads the others on request', async () => {
  const { user, api } = await renderScreen(<GroupPeople groups={[groupOf(431)]} />, { api: guestsApi(431) })
  expect(await screen.findByText(/^Guests \(216\): guest000@x\.example/)).toHaveTextContent(
    /guest198@x\.example$/,
  )
  expect(screen.getByText(/^Invited \(215\): /)).toBeVisible()
  expect(screen.getByText('Members (1): Grace Hopper')).toBeVisible()
  expect(api.calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show 200 more guests' }))
  await user.click(await screen.findByRole('button', { name: 'Show 31 more guests' }))
  expect(await screen.findByText(/guest430@x\.example$/)).toHaveTextContent(/^Guests \(216\): /)
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows an error when the next guests cannot be loaded', async () => {
  const api = guestsApi(201)
  api.answering(`GET /${ref}/guests`, refusing(503, 'unavailable'))
  const { user } = await renderScreen(<GroupPeople groups={[groupOf(201)]} />, { api })
  await user.click(await screen.findByRole('button', { name: 'Show 1 more guest' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByText(/^Guests \(101\): /)).toBeVisible()
})
