import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ResourceCreate } from '~/src/admin/resource-screens'
import { freshBrowser } from '../support/browser/fresh-browser'
import { fakeApi } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { companyRow, userRow } from '../support/panel/sample-rows'

freshBrowser()

const users = [
  userRow({ uid: 'u1', email: 'grace@navy.example' }),
  userRow({ uid: 'u2', email: 'grace@yale.example' }),
  userRow({ uid: 'u3', firstname: 'Ada', lastname: 'Lovelace', email: 'ada@demo.example' }),
]

describe('choice of users', () => {
  it('shows the e-mail addresses of users who have the same name', async () => {
    const api = fakeApi({ companies: [companyRow()], users })
    const { user } = await renderScreen(<ResourceCreate resource="groups" />, {
      path: '/company/:parent/group/create',
      at: '/company/companies.own/group/create',
      api,
    })
    await user.click(await screen.findByRole('combobox', { name: /^Members/ }))
    const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
    expect(options.sort()).toEqual([
      'Ada Lovelace',
      'Grace Hoppergrace@navy.example',
      'Grace Hoppergrace@yale.example',
    ])
    await user.click(screen.getByText('grace@yale.example'))
    expect(await screen.findByRole('button', { name: 'Grace Hopper – grace@yale.example' })).toBeVisible()
  })
})
