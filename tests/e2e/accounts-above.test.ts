import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialog } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import type { Api } from '../support/server/api'
import { demoPassword } from '../support/server/test-server'

type Me = { readonly uid: string; readonly company: { readonly ref: string } }

let panel: Panel
let partner: Api
let uid: string

beforeAll(async () => {
  panel = await startPanel()
  const root = await panel.person('root')
  partner = await panel.person('partner')
  const { body } = await partner.get<Me>('users/me')
  uid = body.uid
  for (const type of ['users', 'maxActive'])
    await root.post(`${body.company.ref}/purchases`, { type, quantity: 5 })
  const admin = { firstname: 'Ada', lastname: 'Minister', role: 'admin', lang: 'en', company: body.company }
  await root.post('users', {
    ...{ ...admin, email: emailOf('ada'), password: demoPassword, origin: 'creation' },
  })
})
afterAll(() => panel.stop())

describe('accounts that rank above an administrator', () => {
  it('an administrator ends sessions of higher accounts of the company, disables and deletes them', async () => {
    const { page } = await panel.openAs('ada', '/mycompany')
    const accounts = page.getByRole('region', { name: 'Accounts that rank above yours' })
    const act = async (button: RegExp, done: string) => {
      await accounts.getByRole('button', { name: button }).first().click()
      await answerDialog(page, 'Confirm')
      await page.getByText(done).waitFor()
    }
    await act(/^End the sessions/, 'Sessions and tokens ended')
    expect((await partner.get('users/me')).status).toBe(401)
    const before = await accounts.getByRole('listitem').count()
    for (let left = before; left > 0; left -= 1) {
      const enabled = accounts.getByRole('button', { name: /^Disable/ })
      if ((await enabled.count()) > 0) await act(/^Disable/, 'Account disabled')
      await act(/^Delete/, 'Account deleted')
    }
    await accounts.waitFor({ state: 'detached' })
    const { body } = await (await panel.person('root')).get<{ status: string }>(`users/${uid}`)
    expect(body.status).toBe('deleted')
  })
})
