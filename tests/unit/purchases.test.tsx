import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ResourceCreate, ResourceList } from '~/src/admin/resource-screens'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { companyRow, userRow } from '../support/panel/sample-rows'
import { hushed } from '../support/panel/silenced-console'
import { ownCompany } from '../support/server/person'

freshBrowser()
hushed()

const purchase = (more: Row): Row => ({
  type: 'minutes',
  company: ownCompany,
  createdAt: '2024-01-15T09:00:00Z',
  ...more,
})

const world = () => {
  const api = fakeApi({ companies: [companyRow()] })
  api.answering('POST /companies/own/purchases', ({ json }) => ({ uid: 'p3', ...(json as Row) }))
  return api
}

const fill = async (quantity: string, api = world()) => {
  const opened = await renderScreen(<ResourceCreate resource="purchases" />, {
    path: '/company/:parent/purchase/create',
    at: '/company/companies.own/purchase/create',
    api,
  })
  await opened.user.click(await screen.findByRole('combobox', { name: /^Type/ }))
  await opened.user.click(screen.getByRole('option', { name: 'User seats' }))
  await opened.user.type(screen.getByRole('spinbutton', { name: /^Quantity/ }), quantity)
  await opened.user.click(screen.getByRole('button', { name: 'Save' }))
  return opened
}

describe('the purchases of a company', () => {
  it('shows quantities of purchases with their sign', async () => {
    const api = world()
    const results = [purchase({ uid: 'p1', quantity: 1200 }), purchase({ uid: 'p2', quantity: -30 })]
    api.answering('GET /companies/own/purchases', () => ({ results, meta: { count: 2 } }))
    await renderScreen(<ResourceList resource="purchases" />, {
      path: '/company/purchases/:pid',
      at: '/company/purchases/own',
      api,
    })
    expect(await screen.findByText('+1,200')).toBeVisible()
    expect(screen.getByText('-30')).toBeVisible()
  })
})

describe('the form of a purchase', () => {
  it('sends a negative quantity to return purchased seats', async () => {
    const { api, address } = await fill('-5')
    await waitFor(() =>
      expect(api.to('POST /companies/own/purchases')[0]?.json).toEqual({
        type: 'users',
        quantity: -5,
        company: { ref: 'companies/own' },
      }),
    )
    await waitFor(() => expect(address()).toBe('/company/purchases/own'))
  })

  it('warns of seats that pending invitations would still lack', async () => {
    const users = { total: 40, purchased: 40, active: 5, maxActive: 5 }
    const invited = [1, 2].map(n => userRow({ uid: `i${n}`, status: 'pending' }))
    const api = fakeApi({ companies: [companyRow({ users })], users: invited })
    api.answering('POST /companies/own/purchases', refusing(503, 'unavailable'))
    await fill('2', api)
    expect(await screen.findByText(/^Own company: 0 active seats left, 2 needed/)).toBeVisible()
    expect(screen.queryByText(/user seats? left/)).toBeNull()
  })

  it.each([
    ['1,000', 1000],
    ['1 000', 1000],
    ['\u0661\u0662', 12],
    ['\u22125', -5],
  ])('parses the quantity %j as %i', async (text, quantity) => {
    const { api } = await fill(text)
    await waitFor(() => expect(api.to('POST /companies/own/purchases')[0]?.json).toMatchObject({ quantity }))
  })

  it.each([
    ['1.000', '“1.000” can mean 1000 or 1. Write one of them, without a thousands separator.'],
    ['1,5', 'Enter a whole number.'],
    ['1e3', 'Enter a number in digits, such as 1000.'],
  ])('rejects the quantity %j and shows why at the field', async (text, reason) => {
    const { api } = await fill(text)
    expect(await screen.findByText(reason)).toBeVisible()
    const field = screen.getByRole('spinbutton', { name: /^Quantity/ })
    expect(field).toBeInvalid()
    expect(field).toHaveValue(text)
    expect(api.to('POST /companies/own/purchases')).toEqual([])
  })

  it('changes the quantity by arrow keys in whole steps, but not by the mouse wheel', async () => {
    const { user } = await fill('0')
    const field = screen.getByRole('spinbutton', { name: /^Quantity/ })
    // The error summary takes the focus when it appears.
    await screen.findByText('This value is not valid')
    await user.type(field, '{Backspace}5')
    fireEvent.wheel(field, { deltaY: 100 })
    expect(field).toHaveValue('5')
    expect(field).not.toHaveAttribute('type', 'number')
    await user.type(field, '{ArrowUp}{ArrowUp}{ArrowDown}')
    expect(field).toHaveValue('6')
  })

  it('rejects a quantity of zero', async () => {
    const { api } = await fill('0')
    expect(await screen.findByText('This value is not valid')).toBeVisible()
    expect(api.to('POST /companies/own/purchases')).toEqual([])
  })

  it('shows at the quantity that more is used than would remain', async () => {
    const api = world()
    const details = {
      fields: { quantity: 'quota' },
      body: { params: { quota: 'users', left: 3, total: 10 } },
    }
    api.answering('POST /companies/own/purchases', refusing(409, 'quota', details))
    await fill('-9', api)
    const text = /^The quota does not allow this: 3 left of 10\. Take no more than that/
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('spinbutton', { name: /^Quantity/ })).toBeInvalid()
  })
})
