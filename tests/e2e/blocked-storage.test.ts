import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from '../support/browser/browser'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

it(
  'a browser that blocks site storage keeps the session until reload and shows a warning',
  long,
  async () => {
    const { page } = await panel.openSignedOut('/parse/health')
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('The operation is insecure.', 'SecurityError')
          },
        })
    })
    await page.goto('/companies')
    await page.getByText('This browser stores nothing for this site').waitFor()
    await signIn(page, emailOf('root'), demoPassword)
    await page.getByText('1-10 of').waitFor()
    await page.getByText('You are signed out when this page is reloaded').waitFor()
    await page.getByRole('link', { name: 'Medias' }).click()
    await page.getByText('1-10 of').waitFor()
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .click()
    await page.getByRole('textbox', { name: /^Name/ }).fill('Kept in the page')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Media saved').waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/signin')
  },
)
