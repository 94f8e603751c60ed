import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialog, signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { login } from '../support/server/api'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const open = async () => {
  await panel.speak('manager', 'en')
  const { page } = await panel.openSignedOut('/user/record')
  await signIn(page, emailOf('manager'), demoPassword)
  const section = page.getByRole('region', { name: 'Where you are signed in' })
  await section.getByText('This device').waitFor()
  return { page, section }
}

describe('own sessions', () => {
  it('the session list shows this device first and signs out another browser immediately', async () => {
    const { page: there } = await panel.openSignedOut('/home', {
      provoked: [/401 /],
      userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0',
    })
    await signIn(there, emailOf('manager'), demoPassword)
    await there.getByRole('navigation', { name: 'Main menu' }).waitFor()
    const { page, section } = await open()
    const rows = section.getByRole('listitem')
    expect(await rows.first().innerText()).toContain('This device')
    expect(await seriousFaults(page)).toEqual([])
    await section.getByRole('button', { name: 'Sign out: Firefox on Windows' }).click()
    await answerDialog(page, 'Cancel')
    await section.getByRole('button', { name: 'Sign out: Firefox on Windows' }).press('Enter')
    await answerDialog(page, 'Confirm')
    await page.getByText('Signed out there').waitFor()
    // Without a request: the live stream has ended.
    await there.getByText('Your session has ended.').waitFor()
    expect(await section.getByText('Firefox on Windows').count()).toBe(0)
  })

  it('“Sign out everywhere else” ends all sessions except the current one', async () => {
    const elsewhere = await login(panel.server.url, emailOf('manager'), demoPassword)
    const { page, section } = await open()
    await section.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await answerDialog(page, 'Confirm')
    await page.getByText('Signed out everywhere else', { exact: true }).waitFor()
    await expect.poll(() => section.getByRole('listitem').count()).toBe(1)
    expect((await elsewhere.get('users/me')).status).toBe(401)
    await page.reload()
    await section.getByText('This device').waitFor()
  })
})
