import type { BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerDialog } from '../support/browser/browser'
import { chooseAction, recordMenu } from '../support/browser/list-controls'
import { emailOf, type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'
import { demoPassword } from '../support/server/test-server'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel({ named: true })
})
afterAll(() => panel.stop())

const texts = {
  en: {
    section: 'Passkeys',
    add: 'Add a passkey',
    password: 'Current password',
    continue: 'Continue',
    added: 'The passkey is added',
    remove: /^Remove: /,
    doRemove: 'Remove',
    removed: 'The passkey is removed',
    unused: /not used yet/,
    used: /last used/,
    account: 'My account',
  },
  fr: {
    section: 'Clés d’accès',
    add: 'Ajouter une clé d’accès',
    password: 'Mot de passe actuel',
    continue: 'Continuer',
    added: 'La clé d’accès a été ajoutée',
    remove: /^Retirer : /,
    doRemove: 'Retirer',
    removed: 'La clé d’accès a été retirée',
    unused: /pas encore utilisée/,
    used: /dernière utilisation/,
    account: 'Mon compte',
  },
  es: {
    section: 'Llaves de acceso',
    add: 'Añadir una llave de acceso',
    password: 'Contraseña actual',
    continue: 'Continuar',
    added: 'La llave de acceso se ha añadido',
    remove: /^Quitar: /,
    doRemove: 'Quitar',
    removed: 'La llave de acceso se ha quitado',
    unused: /aún sin usar/,
    used: /último uso/,
    account: 'Mi cuenta',
  },
} as const

type Device = { readonly verifies?: boolean; readonly synced?: boolean }

/** Adds a virtual authenticator to the browser, like a fingerprint reader that is touched immediately. */
const addDevice = async (context: BrowserContext, page: Page, { verifies = true, synced }: Device = {}) => {
  const browser = await context.newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
      ...(synced && { defaultBackupEligibility: true, defaultBackupState: true }),
    },
  })
  return {
    credentials: async () =>
      (await browser.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verify: (isUserVerified: boolean) =>
      browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

type Visit = Awaited<ReturnType<Panel['openAs']>>

type Spoken = keyof typeof texts

const sectionOf = (page: Page, lang: Spoken) => page.getByRole('region', { name: texts[lang].section })

const givePassword = async (page: Page, lang: Spoken, submit: string) => {
  const field = page.getByRole('dialog').getByLabel(texts[lang].password)
  await field.fill(demoPassword)
  await pressOn(page.getByRole('dialog').getByRole('button', { name: submit }))
}

const add = async ({ page }: Visit, lang: Spoken) => {
  const said = texts[lang]
  await pressOn(sectionOf(page, lang).getByRole('button', { name: said.add }))
  await givePassword(page, lang, said.continue)
  await page.getByText(said.added).waitFor()
}

/** Signs out and opens the sign-in page in the same browser with the same authenticator. */
const leave = async ({ page }: Visit) => {
  // No script of the panel runs on this page: its requests without a session would be refused.
  await page.goto('/version.json')
  await page.evaluate(() => localStorage.removeItem('vecto.session'))
  await page.goto('/user/record')
}

describe.each(journeyCells('root', 'partner', 'admin', 'manager', 'editor', 'viewer'))(
  'without a mouse, as %s in %s at %i pixels',
  (name, lang, width) => {
    it('a passkey is added, signs the user in and is removed', async () => {
      const said = texts[lang]
      await panel.speak(name, lang)
      const options = { viewport: { width, height: 900 }, provoked: [/422 .*passkeys/] }
      const visit = await panel.openAs(name, '/user/record', options)
      const { page } = visit
      const device = await addDevice(visit.context, page)
      await add(visit, lang)
      expect(await device.credentials()).toBe(1)
      await sectionOf(page, lang).getByText(said.unused).waitFor()
      expect(await seriousFaults(page)).toEqual([])

      await leave(visit)
      await pressOn(page.getByRole('button', { name: 'Sign in with a passkey' }))
      await page.getByRole('heading', { name: said.account }).first().waitFor()
      await sectionOf(page, lang).getByText(said.used).waitFor()

      await pressOn(sectionOf(page, lang).getByRole('button', { name: said.remove }))
      await givePassword(page, lang, said.doRemove)
      await page.getByText(said.removed).waitFor()
      await sectionOf(page, lang).getByRole('listitem').waitFor({ state: 'detached' })
      panel.forget(name)
    })
  },
)

describe('passkeys', () => {
  it('passkey errors are shown for a cancelled prompt, a duplicate and a removed passkey', long, async () => {
    await panel.speak('manager', 'en')
    const provoked = [/403 .*passkeys\/session/, /422 .*passkeys/]
    const visit = await panel.openAs('manager', '/user/record', { provoked })
    const { page } = visit
    const device = await addDevice(visit.context, page, { verifies: false })
    const section = sectionOf(page, 'en')
    await section.getByRole('button', { name: 'Add a passkey' }).click()
    await givePassword(page, 'en', 'Continue')
    await page.getByRole('alert').getByText('No passkey was created').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await device.verify(true)
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByText('The passkey is added').waitFor()

    await section.getByRole('button', { name: 'Add a passkey' }).click()
    await givePassword(page, 'en', 'Continue')
    await page.getByRole('alert').getByText('This device already keeps a passkey').waitFor()
    await page.keyboard.press('Escape')

    await section.getByRole('button', { name: /^Remove: / }).click()
    await givePassword(page, 'en', 'Remove')
    await page.getByText('The passkey is removed').waitFor()
    await leave(visit)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByRole('alert').getByText('This passkey is not known here').waitFor()
    expect(await seriousFaults(page)).toEqual([])
    panel.forget('manager')
  })

  it('a synced passkey is marked, and root removes the passkeys of a user', long, async () => {
    await panel.speak('editor', 'en')
    const visit = await panel.openAs('editor', '/user/record')
    await addDevice(visit.context, visit.page, { synced: true })
    await add(visit, 'en')
    await sectionOf(visit.page, 'en').getByText('Synced').waitFor()
    const { body } = await (await panel.person('editor')).get<{ uid: string }>('users/me')
    await visit.page.goto('about:blank')
    await panel.speak('root', 'en')
    const { page } = await panel.openAs('root', `/user/show/${body.uid}`)
    await chooseAction(page, 'Remove all passkeys')
    await answerDialog(page, 'Confirm')
    await page.getByText('The passkeys are removed').waitFor()
    await recordMenu(page).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Remove all passkeys' }).count()).toBe(0)
    panel.forget('editor')
  })

  it('passkeys are only offered at the host name that they are bound to', async () => {
    await panel.speak('viewer', 'en')
    const { page } = await panel.openSignedOut(`${panel.server.url}/signin`)
    await page.getByLabel('E-mail').fill(emailOf('viewer'))
    await page.getByLabel('Password', { exact: true }).fill(demoPassword)
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(address => address.pathname !== '/signin')
    await page.goto(`${panel.server.url}/user/record`)
    await page.getByText('Passkeys do not work in this browser at this address.').waitFor()
  })
})
