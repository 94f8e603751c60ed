import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn, reach } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'
import { type Found, listAll } from '../support/server/demo-world'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

type Me = { uid: string; firstname: string; lastname: string; company: { ref: string } }

type Words = {
  readonly open: string
  readonly own: RegExp
  readonly person: string
  readonly no: string
  readonly remedy: RegExp
  readonly close: string
}
const words: Readonly<Record<'en' | 'fr' | 'es', Words>> = {
  en: {
    open: 'Who has access',
    own: /The record belongs to their company/,
    person: 'Person',
    no: 'Cannot see it.',
    remedy: /These roles do: Administrator, Partner/,
    close: 'Close',
  },
  fr: {
    open: 'Qui a accès',
    own: /L’enregistrement appartient à leur société/,
    person: 'Utilisateur',
    no: 'Ne peut pas voir.',
    remedy: /Ces rôles le permettent\s: Administrateur/,
    close: 'Fermer',
  },
  es: {
    open: 'Quién tiene acceso',
    own: /El registro pertenece a su empresa/,
    person: 'Persona',
    no: 'No puede verlo.',
    remedy: /Estos roles sí: Administrador/,
    close: 'Cerrar',
  },
}

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('the access dialog lists who has access and explains why a person has none', async () => {
      const text = words[lang]
      await panel.speak(role, lang)
      const viewer = (await (await panel.person('viewer')).get<Me>('users/me')).body
      const where = { status: 'completed', company: viewer.company.ref }
      const [media] = await listAll(await panel.person(role), 'medias', where)
      const { page } = await panel.openAs(role, `/medias/show/${media?.uid}`, {
        viewport: { width, height: 800 },
      })
      await pressAction(page, text.open)
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text.own).first().waitFor()
      const person = dialog.getByRole('combobox', { name: text.person })
      await reach(person)
      await page.keyboard.type('viewer@')
      await page.getByRole('option', { name: `${viewer.firstname} ${viewer.lastname}` }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog.getByText(text.no).waitFor()
      await dialog.getByText(text.remedy).first().waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await pressOn(dialog.getByRole('button', { name: text.close, exact: true }))
      await dialog.waitFor({ state: 'hidden' })
    })
  },
)

const reaches = {
  en: [
    'What they can do',
    'What Adrien Administrateur can do',
    /^Can see, create, change,? and delete: those of/,
  ],
  fr: [
    'Ses droits',
    'Adrien Administrateur : ses droits',
    /^Peut voir, créer, modifier et supprimer\s: les éléments de/,
  ],
  es: [
    'Sus derechos',
    'Derechos de Adrien Administrateur',
    /^Puede ver, crear, modificar y eliminar: los de/,
  ],
} as const

describe.each(journeyCells('partner', 'admin', 'root'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('the rights dialog of a user lists what the user can do', async () => {
      const [open, title, sentence] = reaches[lang]
      await panel.speak(role, lang)
      const admin = (await (await panel.person('admin')).get<{ uid: string }>('users/me')).body.uid
      const viewport = { width, height: 800 }
      const { page } = await panel.openAs(role, `/user/show/${admin}`, { viewport })
      await pressAction(page, open)
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.getByText(sentence).first().waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    })
  },
)

const journeys = {
  en: {
    list: 'Access list',
    groups: 'Access groups',
    save: 'Save',
    saved: 'Access list saved',
    who: 'Who has access',
    person: 'Person',
    through: 'They are on the access list through the group ',
  },
  fr: {
    list: 'Liste d’accès',
    groups: 'Groupes ayant accès',
    save: 'Enregistrer',
    saved: 'Liste d’accès enregistrée',
    who: 'Qui a accès',
    person: 'Utilisateur',
    through: 'Cette personne est sur la liste d’accès par le groupe ',
  },
  es: {
    list: 'Lista de acceso',
    groups: 'Grupos con acceso',
    save: 'Guardar',
    saved: 'Lista de acceso guardada',
    who: 'Quién tiene acceso',
    person: 'Persona',
    through: 'Está en la lista de acceso a través del grupo ',
  },
} as const

/** Finds a completed version of the admin’s company, and creates a group of it with the viewer as a member. */
const place = async (run: string) => {
  const admin = await panel.person('admin')
  const viewer = (await (await panel.person('viewer')).get<Me>('users/me')).body
  const groups = `${viewer.company.ref}/groups`
  const name = `Guides ${run}`
  const members = [{ ref: `users/${viewer.uid}` }]
  const { body: group } = await admin.post<{ uid: string }>(groups, { name, members })
  for (const { uid } of await listAll(admin, 'environments', { status: 'completed' })) {
    const all = await listAll<Found & { status: string }>(admin, `environments/${uid}/versions`)
    const version = all.find(({ status }) => status === 'completed')
    const path = `/environments/${uid}/versions/${version?.uid}`
    if (!version) continue
    // Removes the groups of earlier runs.
    await admin.patch(`environments/${uid}/versions/${version.uid}`, { accessGroups: [] })
    return { path, name, group: `${groups}/${group.uid}`, viewer }
  }
  throw new Error('no completed version')
}

describe.each(journeyCells('admin', 'root', 'partner'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('a group on the access list of a version explains the access of its members', long, async () => {
      const said = journeys[lang]
      await panel.speak(role, lang)
      const { path, name, viewer } = await place(`${lang} ${role} ${width}`)
      const viewport = { width, height: 900 }
      const { page } = await panel.openAs(role, `${path}/tree#details`, { viewport })
      await pressAction(page, said.list)
      const dialog = page.getByRole('dialog')
      const field = dialog.getByRole('combobox', { name: said.groups })
      await reach(field)
      await page.keyboard.type(name)
      // The field searches a moment after the last key: until then, all are offered.
      await expect.poll(() => page.getByRole('option').allTextContents(), { timeout: 30_000 }).toEqual([name])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await dialog.getByRole('button', { name, exact: true }).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await pressOn(dialog.getByRole('button', { name: said.save, exact: true }))
      await page.getByText(said.saved).waitFor()
      await page.getByRole('link', { name, exact: true }).waitFor()
      await pressAction(page, said.who)
      const person = page.getByRole('combobox', { name: said.person })
      await reach(person)
      await page.keyboard.type('viewer@')
      await page.getByRole('option', { name: `${viewer.firstname} ${viewer.lastname}` }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await page.getByText(`${said.through}${name}.`).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      expect(tooWide).toBe(false)
    })
  },
)
