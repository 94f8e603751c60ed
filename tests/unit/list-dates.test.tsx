import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { instantsOf } from '~/model/lists/day-ranges'
import { freshBrowser } from '../support/browser/fresh-browser'
import { askedOf, type FakeApi, fakeApi } from '../support/panel/fake-api'
import { addFilter } from '../support/panel/list-controls'
import { openList } from '../support/panel/render-screen'
import { companyRow } from '../support/panel/sample-rows'

freshBrowser()

const untilAsked = (api: FakeApi, q: object) =>
  waitFor(() => expect(askedOf(api.to('GET /companies').at(-1)).q).toEqual(q))

const open = (hash = '') => openList('companies', hash, { api: fakeApi({ companies: [companyRow()] }) })

type User = Awaited<ReturnType<typeof open>>['user']

const choose = async (user: User, name: string) => user.click(await screen.findByRole('option', { name }))

const chooseOther = async (user: User, name: string) => {
  await user.click(await screen.findByRole('combobox', { name: 'Created' }))
  await choose(user, name)
}

describe('date filter', () => {
  it('a date filter keeps its preset in the URL', async () => {
    const { api, user, address } = await open()
    await addFilter(user, 'Created')
    await choose(user, 'Last 7 days')
    await untilAsked(api, { createdAt: instantsOf('last7Days') })
    await waitFor(() => expect(address()).toBe('/company?createdAt=last7Days'))
    await chooseOther(user, 'Any date')
    await waitFor(() => expect(address()).toBe('/company'))
  })

  it('a date filter covers Paris days, both inclusive', async () => {
    const { api, user, address } = await open()
    await addFilter(user, 'Created')
    await choose(user, 'Between…')
    fireEvent.change(await screen.findByLabelText('Created: from'), { target: { value: '2026-07-01' } })
    fireEvent.change(screen.getByLabelText('Created: to'), { target: { value: '2026-07-02' } })
    await untilAsked(api, {
      createdAt: { gte: '2026-06-30T22:00:00.000Z', lt: '2026-07-02T22:00:00.000Z' },
    })
    await waitFor(() => expect(address()).toBe('/company?createdAt=2026-07-01..2026-07-02'))
  })

  it('ignores the end of a date range that precedes its beginning', async () => {
    const { api, user } = await open('?createdAt=2026-07-01..')
    await untilAsked(api, { createdAt: { gte: '2026-06-30T22:00:00.000Z' } })
    const last = await screen.findByLabelText('Created: to')
    fireEvent.change(last, { target: { value: '2026-06-01' } })
    expect(last).toBeInvalid()
    await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'o')
    await untilAsked(api, { createdAt: { gte: '2026-06-30T22:00:00.000Z' }, name: { begins: 'o' } })
  })
})
