import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAll } from '../support/demo-world'
import { type Panel, startPanel } from '../support/panel'
import { seriousFaults } from '../support/serious-faults'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

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
    person: 'Personne',
    no: 'Ne peut pas voir.',
    remedy: /Ces rôles le permettent : Administrateur/,
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

describe('who has access to a record', () => {
  it.each([
    ['en', 1280],
    ['fr', 1280],
    ['es', 390],
  ] as const)('is told by keyboard, and what is in one person’s way, in %s at %i px', async (lang, width) => {
    const text = words[lang]
    await panel.speak('admin', lang)
    const admin = await panel.person('admin')
    const viewer = (
      await (await panel.person('viewer')).get<Record<'firstname' | 'lastname', string>>('users/me')
    ).body
    const [media] = await listAll(admin, 'medias', { status: 'completed' })
    const { page } = await panel.openAs('admin', `/medias/show/${media?.uid}`, {
      viewport: { width, height: 800 },
    })
    await page.getByRole('button', { name: text.open, exact: true }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByText(text.own).first().waitFor()
    const person = dialog.getByRole('combobox', { name: text.person })
    await person.focus()
    await page.keyboard.type('viewer@')
    await page.getByRole('option', { name: `${viewer.firstname} ${viewer.lastname}` }).waitFor()
    await person.press('ArrowDown')
    await person.press('Enter')
    await dialog.getByText(text.no).waitFor()
    await dialog.getByText(text.remedy).first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: text.close, exact: true }).press('Enter')
    await dialog.waitFor({ state: 'hidden' })
  })
})

const reaches = {
  en: [
    'What they can do',
    'What Adrien Administrateur can do',
    /^Can see, create, change,? and delete: those of/,
  ],
  fr: [
    'Ses droits',
    'Adrien Administrateur : ses droits',
    /^Peut voir, créer, modifier et supprimer : les éléments de/,
  ],
  es: [
    'Sus derechos',
    'Derechos de Adrien Administrateur',
    /^Puede ver, crear, modificar y eliminar: los de/,
  ],
} as const

describe('what a user can do', () => {
  it.each([
    ['en', 1280],
    ['fr', 390],
    ['es', 1280],
  ] as const)('is told on their screen, by keyboard, in %s at %i px', async (lang, width) => {
    const [open, title, sentence] = reaches[lang]
    await panel.speak('root', lang)
    const admin = (await (await panel.person('admin')).get<{ uid: string }>('users/me')).body.uid
    const viewport = { width, height: 800 }
    const { page } = await panel.openAs('root', `/user/show/${admin}`, { viewport })
    await page.getByRole('button', { name: open, exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByText(sentence).first().waitFor()
    expect(await seriousFaults(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })
})
