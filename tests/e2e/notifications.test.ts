import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const texts = {
  en: {
    bell: (count: string) => new RegExp(`^Notifications.*${count}`),
    all: 'All notifications',
    readAll: 'Mark all as read',
    unread: 'Unread',
    save: 'Save',
    saved: 'Saved',
    off: 'Off',
    ready: 'A 3D video that I requested is ready',
  },
  fr: {
    bell: (count: string) => new RegExp(`^Notifications.*${count}`),
    all: 'Toutes les notifications',
    readAll: 'Tout marquer comme lu',
    unread: 'Non lue',
    save: 'Enregistrer',
    saved: 'Enregistré',
    off: 'Désactivé',
    ready: 'Une vidéo 3D que j’ai demandée est prête',
  },
  es: {
    bell: (count: string) => new RegExp(`^Notificaciones.*${count}`),
    all: 'Todas las notificaciones',
    readAll: 'Marcar todo como leído',
    unread: 'No leída',
    save: 'Guardar',
    saved: 'Guardado',
    off: 'Desactivado',
    ready: 'Un vídeo 3D que pedí está listo',
  },
} as const

const bellOf = (page: Page, lang: keyof typeof texts) =>
  page.getByRole('button', { name: texts[lang].bell('') })

const open = async (name: string, lang: keyof typeof texts, { path = '/home', width = 1280 } = {}) => {
  await panel.speak(name, lang)
  const { page } = await panel.openAs(name, path, { viewport: { width, height: 850 } })
  const bell = bellOf(page, lang)
  await bell.waitFor()
  return { page, bell }
}

/** Restores the initial state: the two latest notifications are unread. */
const unreadTwo = async (name: string) => {
  const api = await panel.person(name)
  const all = await listAll(api, 'notifications', {})
  for (const [nth, { uid }] of all.entries()) await api.patch(`notifications/${uid}`, { read: nth > 1 })
}

describe.each(journeyCells('root', 'admin', 'partner'))(
  'without a mouse, as %s in %s at %i pixels',
  (name, lang, width) => {
    it('the latest notifications are opened, followed and all marked as read', async () => {
      await unreadTwo(name)
      const { page, bell } = await open(name, lang, { width })
      await page.getByRole('button', { name: texts[lang].bell('2') }).waitFor()
      await pressOn(bell)
      const latest = page.getByRole('dialog')
      await latest.getByRole('link').first().waitFor()
      await expect.poll(() => latest.getByRole('img', { name: texts[lang].unread }).count()).toBe(2)
      expect(await seriousFaults(page)).toEqual([])
      await pressOn(latest.getByRole('link').first())
      await page.waitForURL(/\/video3d#failedScenes/)
      await page.getByRole('button', { name: texts[lang].bell('1') }).waitFor()
      await pressOn(bell)
      await pressOn(latest.getByRole('button', { name: texts[lang].readAll }))
      await latest.getByRole('img', { name: texts[lang].unread }).first().waitFor({ state: 'detached' })
      await page.keyboard.press('Escape')
      await latest.waitFor({ state: 'detached' })
      expect(await bell.evaluate(button => button === document.activeElement)).toBe(true)
    })
  },
)

describe.each(journeyCells('manager', 'editor', 'viewer'))(
  'without a mouse, as %s in %s at %i pixels',
  (name, lang, width) => {
    it('a user without notification settings has a list of notifications', long, async () => {
      const { page, bell } = await open(name, lang, { width })
      await pressOn(bell)
      await pressOn(page.getByRole('dialog').getByRole('link', { name: texts[lang].all }))
      await page.waitForURL(/\/notifications/)
      await page
        .getByRole('link', { name: /Contraseña cambiada|Password changed|Mot de passe modifié/ })
        .waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await page.goto('/user/record#notifications')
      await page.locator('#notifications').waitFor()
      expect(await page.locator('#notifications').getByRole('combobox').count()).toBe(0)
    })
  },
)

describe.each(['en', 'fr', 'es'] as const)('notification settings in %s', lang => {
  it('notification settings are saved and survive a reload', lang === 'fr' ? {} : long, async () => {
    const { page } = await open('root', lang, { path: '/user/record#notifications' })
    const part = page.locator('#notifications')
    await part.getByRole('combobox', { name: texts[lang].ready }).press('Enter')
    await page.getByRole('option', { name: texts[lang].off }).press('Enter')
    await part.getByRole('button', { name: texts[lang].save }).press('Enter')
    await page.getByText(texts[lang].saved, { exact: true }).waitFor()
    await page.reload()
    await expect
      .poll(() => part.getByRole('combobox', { name: texts[lang].ready }).innerText())
      .toBe(texts[lang].off)
    const root = await panel.person('root')
    const { body } = await root.get<{ uid: string; notify: Record<string, string> }>('users/me')
    expect(body.notify.vectoCompleted).toBe('none')
    await root.patch(`users/${body.uid}`, { notify: { vectoCompleted: 'email' } })
  })
})

it('the unread count of the bell updates live', async () => {
  const { page, bell } = await open('viewer', 'en')
  expect(await bell.getAttribute('aria-label')).toBe('Notifications')
  const admin2 = await panel.person('admin2')
  const { body: me } = await admin2.get<{ company: { ref: string } }>('users/me')
  const { body: group } = await admin2.post<{ uid: string }>(`${me.company.ref}/groups`, { name: 'Harbour' })
  const ref = `${me.company.ref}/groups/${group.uid}`
  await admin2.post(`${me.company.ref}/guests`, {
    email: 'viewer@demo.example',
    group: { ref, label: 'Harbour' },
  })
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
})
