import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressAction, recordMenu } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'
import { listAll } from '../support/server/demo-world'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

type Words = {
  readonly action: string
  readonly open: string
  readonly region: string
  readonly banner: RegExp
  readonly back: string
}
const words: Readonly<Record<'en' | 'fr' | 'es', Words>> = {
  en: {
    action: 'See the panel as this user',
    open: 'See the panel',
    region: 'View as another user',
    banner: /You see the panel as .+ \(Viewer\)\. Nothing can be changed\./,
    back: 'Back',
  },
  fr: {
    action: 'Voir comme cet utilisateur',
    open: 'Commencer',
    region: 'Consultation au nom d’un utilisateur',
    banner: /Vous voyez le panneau comme .+ \(.+\)\. Rien ne peut être modifié\./,
    back: 'Retour',
  },
  es: {
    action: 'Ver como este usuario',
    open: 'Empezar',
    region: 'Consulta como otro usuario',
    banner: /Está viendo el panel como .+ \(.+\)\. No se puede cambiar nada\./,
    back: 'Volver',
  },
}

const uidOf = async (name: string) =>
  (await (await panel.person(name)).get<{ uid: string }>('users/me')).body.uid

const begin = async (page: Page, { action, open }: Words) => {
  await pressAction(page, action)
  const dialog = page.getByRole('dialog')
  await pressOn(dialog.getByRole('button', { name: open, exact: true }).and(page.locator(':focus')))
}

const refused = [/403 /]

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('a user views the panel as another user and goes back', async () => {
      const text = words[lang]
      await panel.speak(role, lang)
      await panel.speak('viewer', lang)
      const viewer = await uidOf('viewer')
      const { page } = await panel.openAs(role, `/user/show/${viewer}`, {
        viewport: { width, height: 800 },
        provoked: refused,
      })
      await begin(page, text)
      const banner = page.getByRole('region', { name: text.region })
      await banner.getByText(text.banner).waitFor()
      expect(new URL(page.url()).pathname).toBe('/home')
      expect(await seriousFaults(page)).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      await page.goto('/user/record')
      await banner.getByText(text.banner).waitFor()
      expect(await page.locator('form button[type=submit]').count()).toBe(0)
      await pressOn(banner.getByRole('button', { name: text.back }))
      await recordMenu(page).waitFor()
      expect(await banner.count()).toBe(0)
      expect(new URL(page.url()).pathname).toBe(`/user/show/${viewer}`)
    })
  },
)

describe('view as another user', () => {
  it('a view as another user has no buttons that change records and no sessions tab', async () => {
    await panel.speak('admin', 'en')
    const { page } = await panel.openAs('root', `/user/show/${await uidOf('admin')}`, { provoked: refused })
    await begin(page, words.en)
    const banner = page.getByRole('region', { name: words.en.region })
    await banner.waitFor()
    await page.goto('/medias')
    await page.getByText(/^1-\d+ of /).waitFor()
    expect(await page.getByRole('button', { name: /^(Delete|Restore)/ }).count()).toBe(0)
    expect(await page.getByRole('link', { name: /^(Edit|Create)/ }).count()).toBe(0)
    await page.goto(`/user/show/${await uidOf('viewer')}`)
    await page.getByRole('tab', { name: 'Details' }).waitFor()
    expect(await page.getByRole('tab', { name: 'Sessions' }).count()).toBe(0)
    await recordMenu(page).click()
    expect(await page.getByRole('menuitem', { name: words.en.action }).count()).toBe(0)
  })

  it(
    'a view as another user that is ended elsewhere restores the own session with a message',
    long,
    async () => {
      for (const name of ['admin', 'viewer']) await panel.speak(name, 'en')
      const { page } = await panel.openAs('admin', `/user/show/${await uidOf('viewer')}`, {
        provoked: [/401 /, ...refused],
      })
      await begin(page, words.en)
      await page.getByRole('region', { name: words.en.region }).waitFor()
      const root = await panel.person('root')
      const [view] = await listAll(root, 'viewings', {})
      expect((await root.patch(`viewings/${view?.uid}/end`)).status).toBe(200)
      await page.getByText('The view as another user has ended. You are yourself again.').waitFor()
      await recordMenu(page).waitFor()
    },
  )

  it('signing out of a view as another user also ends the own session', async () => {
    const { page } = await panel.openAs('admin2', '/user')
    const admin2 = await panel.person('admin2')
    const [person] = await listAll(admin2, 'users', { role: 'viewer', status: 'active' })
    await page.goto(`/user/show/${person?.uid}`)
    const { lang } = (await admin2.get<{ lang: keyof typeof words }>('users/me')).body
    await begin(page, words[lang])
    await page.waitForURL('**/home')
    await page.goto('/signout')
    await page.waitForURL('**/signin')
    expect((await admin2.get('users/me')).status).toBe(401)
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
    panel.forget('admin2')
  })
})
