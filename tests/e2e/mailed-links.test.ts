import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onboarding as en } from '~/i18n/en/onboarding'
import { onboarding as es } from '~/i18n/es/onboarding'
import { onboarding as fr } from '~/i18n/fr/onboarding'
import { answerDialog, signIn } from '../support/browser/browser'
import { chooseRowAction } from '../support/browser/list-controls'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { long } from '../support/process/long'
import { listAll } from '../support/server/demo-world'
import { linkIn } from '../support/server/sent-links'
import { type Smtp, startSmtp } from '../support/server/smtp-server'
import { demoPassword } from '../support/server/test-server'

let smtp: Smtp
let panel: Panel
beforeAll(async () => {
  smtp = await startSmtp()
  panel = await startPanel({ env: { SMTP_URL: smtp.url() } })
  for (const name of ['root', 'admin']) await panel.speak(name, 'en')
})
afterAll(async () => {
  await panel.stop()
  await smtp.close()
})

/** Waits for e-mails to an address. @returns path of the link in the last one, and its subject */
const linkTo = async (email: string, count = 1) => {
  const mail = (await smtp.received(email, count)).at(-1)
  const link = mail?.links.find(each => each.includes('/onboarding/')) ?? ''
  expect(mail?.text).toContain(link)
  expect(linkIn(link)).toBe(link)
  return { path: new URL(link).pathname, subject: mail?.subject ?? '' }
}

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

describe('invitation e-mails', () => {
  const inFrench = ['fr', 'French', fr, 'Votre accès à', /^Bonjour,? Iris/] as const
  const inOthers = [
    ['en', 'English', en, 'Your access to', 'Hello Iris'],
    ['es', 'Spanish', es, 'Su acceso a', /^Hola, Iris/],
  ] as const
  type Way = typeof inFrench | (typeof inOthers)[number]

  const follow = async (...[lang, language, texts, subject, greeting]: Way) => {
    const email = `iris.${lang}@mailed.example`
    const { page } = await panel.openAs('admin', '/user/invite')
    await page.getByLabel('E-mail').fill(email)
    await choose(page, 'Language', language)
    await choose(page, 'Role', 'Editor')
    await page.getByRole('button', { name: 'Invite' }).click()
    await page.getByText(`${email} is invited. The e-mail is on its way.`).waitFor()

    const mail = await linkTo(email)
    expect(mail.subject).toContain(subject)
    const { page: theirs } = await panel.openSignedOut(mail.path, { locale: 'de-DE' })
    await theirs.getByRole('heading', { name: texts.invite.title }).waitFor()
    expect(await theirs.locator('html').getAttribute('lang')).toBe(lang)
    await theirs.getByText('Musée du Littoral').waitFor()
    await theirs.getByLabel(texts.firstname, { exact: true }).fill('Iris')
    await theirs.getByLabel(texts.lastname, { exact: true }).fill('Neuf')
    await theirs.getByLabel(texts.password, { exact: true }).fill('my-own-secret')
    await theirs.getByLabel(texts.confirmation).fill('my-own-secret')
    await theirs.getByRole('checkbox', { name: texts.agree }).check()
    await theirs.getByRole('button', { name: texts.invite.submit }).click()
    await theirs.getByRole('heading', { name: greeting }).waitFor()
    expect(new URL(theirs.url()).pathname).toBe('/home')
    expect(await theirs.locator('html').getAttribute('lang')).toBe(lang)
    const [user] = await listAll(await panel.person('root'), 'users', { email })
    expect(user).toMatchObject({ status: 'active', role: 'editor', termsAgreement: 1, lastname: 'Neuf' })
  }

  it('an invitation e-mail in fr leads to an active account', () => follow(...inFrench))
  for (const way of inOthers)
    it(`an invitation e-mail in ${way[0]} leads to an active account`, long, () => follow(...way))

  it('resending an invitation invalidates the first link', long, async () => {
    const email = 'twice@mailed.example'
    const { page } = await panel.openAs('admin', '/user/invite')
    await page.getByLabel('E-mail').fill(email)
    await choose(page, 'Role', 'Viewer')
    await page.getByRole('button', { name: 'Invite' }).click()
    const first = await linkTo(email)
    await chooseRowAction(page.getByRole('row', { name: /twice@mailed/ }), /^Resend/)
    await page.getByText('Invite email was successfully resent', { exact: true }).waitFor()
    const second = await linkTo(email, 2)
    const { page: theirs } = await panel.openSignedOut(first.path, { provoked: [/status of 404/] })
    await theirs.getByRole('alert').getByText('(OB2)').waitFor()
    await theirs.goto(second.path)
    await theirs.getByRole('button', { name: 'Open my account' }).waitFor()
  })
})

describe('password reset e-mails', () => {
  it('a forgotten password is replaced by the link in the reset e-mail', async () => {
    await panel.speak('editor', 'en')
    const email = emailOf('editor')
    const { page } = await panel.openSignedOut('/signin')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail').fill(email)
    await page.keyboard.press('Enter')
    await page.getByText(`Password reset email successfully sent to ${email}.`).waitFor()
    const { path } = await linkTo(email)
    await page.goto(path)
    await page.getByLabel('Password', { exact: true }).fill('another-secret')
    await page.getByLabel('Password (confirmation)').fill('another-secret')
    await page.getByRole('button', { name: 'Change my password' }).click()
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/home')
    const { page: later } = await panel.openSignedOut('/signin')
    await signIn(later, email, 'another-secret')
    await later.getByRole('heading', { name: /^Hello/ }).waitFor()
    panel.forget('editor')
  })

  it('the password reset page reports missing, malformed and rate-limited addresses', async () => {
    const { page } = await panel.openSignedOut('/pw-forget', { provoked: [/status of 42[29]/] })
    const ask = async (email: string) => {
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Reset My Password' }).click()
    }
    await ask('')
    await page.getByRole('alert').getByText('Enter your e-mail.').waitFor()
    await ask('nowhere')
    const malformed = "Unable to send password reset email to 'nowhere': this is not an e-mail address."
    await page.getByRole('alert').getByText(malformed, { exact: true }).waitFor()
    for (let times = 0; times < 5; times++) {
      await ask('nobody@mailed.example')
      await page.getByText('Password reset email successfully sent to nobody@mailed.example.').waitFor()
    }
    await ask('nobody@mailed.example')
    await page
      .getByRole('alert')
      .getByText(/nobody@mailed\.example': Too many attempts/)
      .waitFor()
    expect(smtp.asked).not.toContain('nobody@mailed.example')
  })
})

describe('guest invitation e-mails', () => {
  it('guests join a group by the link in the e-mail or from the home page', long, async () => {
    await panel.speak('manager', 'en')
    const [company] = await listAll(await panel.person('root'), 'companies', { name: 'Musée du Littoral' })
    const { page } = await panel.openAs('admin', `/company/companies.${company?.uid}/group/create`)
    await page.getByRole('textbox', { name: /^Name/ }).fill('By post')
    await page.getByLabel('Guests').fill('manager@demo.example, ann@mailed.example')
    await page.getByRole('button', { name: 'Save' }).click()
    const { path, subject } = await linkTo('ann@mailed.example')
    expect(subject).toContain('Musée du Littoral')
    const { page: anns } = await panel.openSignedOut(path)
    await anns.getByRole('button', { name: 'Join the group' }).click()
    await anns.getByText('You are now a guest of “By post”.').waitFor()

    const managers = await linkTo(emailOf('manager'))
    const { page: home } = await panel.openSignedOut('/home')
    await signIn(home, emailOf('manager'), demoPassword)
    const row = home.getByRole('row', { name: /By post/ })
    await row.getByRole('button', { name: /^Accept/ }).click()
    await answerDialog(home, 'Confirm')
    await home.getByText('You are now a guest of By post').waitFor()
    const { page: late } = await panel.openSignedOut(managers.path, { provoked: [/status of 404/] })
    await late.getByRole('alert').getByText('(OB2)').waitFor()
  })
})
