import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialog, signIn } from '../support/browser/browser'
import { chooseAction, recordMenu } from '../support/browser/list-controls'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { long } from '../support/process/long'
import { codeBefore, codeOf } from '../support/server/one-time-code-app'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

/** Errors that the tests provoke: a wrong code, and sign-in without a code. */
const provoked = [/401 .*parse\/login/, /422 .*second-factor/]

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Second factor' })

const open = async (name: string) => {
  await panel.speak(name, 'en')
  const { page } = await panel.openAs(name, '/user/record', { provoked })
  await sectionOf(page).getByRole('button').first().waitFor()
  return page
}

const givePassword = async (page: Page, submit: string, password = demoPassword) => {
  await page.getByRole('dialog').getByLabel('Current password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: submit }).click()
}

const switchOn = async (name: string) => {
  const page = await open(name)
  await sectionOf(page).getByRole('button', { name: 'Turn on' }).click()
  await givePassword(page, 'Continue')
  const setup = page.getByRole('dialog', { name: 'Connect your authenticator app' })
  const secret = (await setup.locator('code').innerText()).replaceAll(' ', '')
  return { page, setup, secret }
}

const confirm = async ({ page, setup, secret }: Awaited<ReturnType<typeof switchOn>>) => {
  await setup.getByLabel('Code shown by the app').fill(await codeBefore(secret))
  await setup.getByRole('button', { name: 'Turn on' }).click()
  const shown = page.getByRole('dialog', { name: 'Your recovery codes' })
  await shown.waitFor()
  return { shown, codes: await shown.getByRole('listitem').allInnerTexts() }
}

const ask = async (name: string) => {
  const { page } = await panel.openSignedOut('/user/record', { provoked })
  await page.getByLabel('E-mail').fill(emailOf(name))
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  return page
}

const answer = async (page: Page, code: string) => {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

describe('second factor', () => {
  it('turning on the second factor needs password and code, and sign-in requires a code afterwards', async () => {
    const given = await switchOn('manager')
    const { page, setup, secret } = given
    const picture = setup.getByRole('img', { name: 'QR code for the authenticator app' })
    expect((await picture.boundingBox())?.width).toBeGreaterThan(150)
    expect(await seriousFaults(page)).toEqual([])
    await setup.getByLabel('Code shown by the app').fill('000000')
    await setup.getByRole('button', { name: 'Turn on' }).click()
    await setup.getByText('This is not the code that the app shows now.').waitFor()
    const { shown, codes } = await confirm(given)
    expect(codes).toHaveLength(10)
    expect(await seriousFaults(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await shown.getByRole('button', { name: 'Download' }).click()
    const file = await downloading
    expect(
      readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\n'),
    ).toEqual(codes)
    await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'I have kept them' }).click()
    await sectionOf(page).getByText('10 recovery codes left').waitFor()

    const asked = await ask('manager')
    await answer(asked, '')
    await asked.getByRole('alert').getByText('Enter the code from your authenticator app.').waitFor()
    await answer(asked, '000000')
    await asked.getByRole('alert').getByText('Wrong code.').waitFor()
    expect(await seriousFaults(asked)).toEqual([])
    await answer(asked, codeOf(secret))
    await asked.getByRole('heading', { name: 'My account' }).first().waitFor()

    const again = await ask('manager')
    await answer(again, codes[0] ?? '')
    await again.getByRole('heading', { name: 'My account' }).first().waitFor()
    await sectionOf(again).getByText('9 recovery codes left').waitFor()
  })

  it('turning off the second factor needs the current password', long, async () => {
    const given = await switchOn('viewer')
    const { shown } = await confirm(given)
    await shown.getByRole('button', { name: 'I have kept them' }).click()
    const { page } = given
    await sectionOf(page).getByRole('button', { name: 'Turn off' }).click()
    await givePassword(page, 'Turn off', 'not-the-password')
    await page.getByText('The current password is wrong').waitFor()
    await givePassword(page, 'Turn off')
    await page.getByText('The second factor is off').waitFor()
    await sectionOf(page).getByRole('button', { name: 'Turn on' }).waitFor()
    const { page: other } = await panel.openSignedOut('/user/record')
    await signIn(other, emailOf('viewer'), demoPassword)
  })

  it('root turns off the second factor of a user on the user screen', long, async () => {
    const given = await switchOn('editor')
    await (await confirm(given)).shown.getByRole('button', { name: 'I have kept them' }).click()
    const uid = (await (await panel.person('editor')).get<{ uid: string }>('users/me')).body.uid
    await panel.speak('root', 'en')
    const { page } = await panel.openAs('root', `/user/show/${uid}`)
    await chooseAction(page, 'Turn off the second factor')
    await answerDialog(page, 'Confirm')
    await page.getByText('The second factor is off').waitFor()
    await recordMenu(page).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Turn off the second factor' }).count()).toBe(0)
    const { page: other } = await panel.openSignedOut('/home')
    await signIn(other, emailOf('editor'), demoPassword)
  })

  it('the second step of sign-in can switch to another account', async () => {
    const asked = await ask('manager')
    await asked.getByRole('button', { name: 'Use another account' }).click()
    await asked.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await asked.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  })
})
