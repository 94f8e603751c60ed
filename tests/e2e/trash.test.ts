import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn, tabTo } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'
import { type Api, login } from '../support/server/api'

let panel: Panel
let root: Api
beforeAll(async () => {
  panel = await startPanel()
  root = await panel.person('root')
  await panel.speak('root', 'en')
})
afterAll(() => panel.stop())

const newTemplate = async (name: string) => {
  const { body } = await root.post<{ uid: string }>('templates', { name, action: 'invite', active: false })
  return body.uid
}

/** Deletes the template on its screen, and waits for the toast. */
const deleteByKeyboard = async (uid: string) => {
  const { page } = await panel.openAs('root', `/templates/show/${uid}`, { provoked: [/404/] })
  await pressAction(page, 'Delete')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It stays in the trash for 30 days, and can be restored until then.').waitFor()
  await tabTo(page, /button "Delete"/)
  await page.keyboard.press('Enter')
  await page.getByText('E-mail template deleted').waitFor()
  expect((await root.get(`templates/${uid}`)).status).toBe(404)
  return page
}

describe('trash by keyboard', () => {
  it('a deletion is undone from its toast by keyboard', long, async () => {
    const uid = await newTemplate('Deleted by mistake')
    const page = await deleteByKeyboard(uid)
    await tabTo(page, /button "Undo"/)
    await page.keyboard.press('Enter')
    await page.getByText('Restored', { exact: true }).waitFor()
    expect((await root.get(`templates/${uid}`)).status).toBe(200)
    await page.getByRole('cell', { name: 'Deleted by mistake', exact: true }).first().waitFor()
  })

  it('a record is restored from the trash by keyboard', async () => {
    const uid = await newTemplate('Wanted again')
    const page = await deleteByKeyboard(uid)
    await tabTo(page, /link "Trash"/)
    await page.keyboard.press('Enter')
    await page
      .getByRole('row', { name: /Wanted again.*E-mail template/ })
      .first()
      .waitFor()
    await tabTo(page, /button "Restore Wanted again/)
    await page.keyboard.press('Enter')
    await page.getByText('The record has been restored').waitFor()
    await page.getByRole('row', { name: /Wanted again/ }).waitFor({ state: 'detached' })
    expect((await root.get(`templates/${uid}`)).status).toBe(200)
  })

  it('a record is deleted permanently from the trash by keyboard', async () => {
    const uid = await newTemplate('Wanted no more')
    await root.del(`templates/${uid}`)
    const { page } = await panel.openAs('root', '/trash')
    await page
      .getByRole('row', { name: /Wanted no more/ })
      .first()
      .waitFor()
    // Each row is a single tab stop once the keyboard navigation of rows is loaded.
    await page.locator('tbody [tabindex="-1"]').first().waitFor()
    await tabTo(page, /button "Restore Wanted no more/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Delete “Wanted no more” permanently?' }).waitFor()
    await tabTo(page, /button "Delete"/)
    await page.keyboard.press('Enter')
    await page.getByText('Deleted permanently', { exact: true }).waitFor()
    expect((await root.get(`trash/templates-${uid}`)).status).toBe(404)
    expect((await root.get(`templates/${uid}`)).status).toBe(404)
  })
})

const texts = {
  en: {
    delete: 'Delete',
    undo: 'Undo',
    back: 'Restored',
    restore: 'Restore',
    done: 'The record has been restored',
  },
  fr: {
    delete: 'Supprimer',
    undo: 'Annuler la suppression',
    back: 'Restauré',
    restore: 'Restaurer',
    done: 'L’enregistrement a été restauré',
  },
  es: {
    delete: 'Eliminar',
    undo: 'Deshacer',
    back: 'Restaurado',
    restore: 'Restaurar',
    done: 'Se ha restaurado el registro',
  },
} as const

const password = 'secret-1'

/** Creates a user of the company. */
const newUser = async (name: string, company: string) => {
  const user = { firstname: 'Kay', lastname: name, email: `${name}@trash.example`, password, role: 'viewer' }
  const link = { ref: company }
  return (
    await root.post<{ uid: string }>('users', { ...user, lang: 'en', company: link, origin: 'creation' })
  ).body.uid
}
const companyOf = async (name: string) =>
  (await (await panel.person(name)).get<{ company: { ref: string } }>('users/me')).body.company.ref
const statusOf = async (uid: string) => (await root.get<{ status: string }>(`users/${uid}`)).body.status

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (name, lang, width) => {
    it(
      'a deleted user is restored from the toast and, after another deletion, from the trash',
      long,
      async () => {
        const said = texts[lang]
        const company = await companyOf(name)
        for (const type of ['users', 'maxActive'])
          await root.post(`${company}/purchases`, { type, quantity: 5 })
        const kay = `kay-${name}-${lang}-${width}`
        const uid = await newUser(kay, company)
        await panel.speak(name, lang)
        const viewport = { width, height: 900 }
        const { page } = await panel.openAs(name, `/user/show/${uid}`, { viewport, reducedMotion: 'reduce' })
        const press = (label: string) => pressOn(page.getByRole('button', { name: label, exact: true }))
        const remove = async () => {
          await pressAction(page, said.delete)
          const dialog = page.getByRole('dialog')
          await dialog.getByText('30').waitFor()
          expect(await seriousFaults(page)).toEqual([])
          await pressOn(dialog.getByRole('button', { name: said.delete }))
        }
        await remove()
        await press(said.undo)
        await page.getByText(said.back, { exact: true }).waitFor()
        expect(await statusOf(uid)).toBe('active')

        await page.goto(`/user/show/${uid}`)
        await remove()
        await page.getByRole('button', { name: said.undo }).waitFor()
        expect(await statusOf(uid)).toBe('deleted')
        await page.goto('/trash')
        await pressOn(page.getByRole('button', { name: `${said.restore} Kay ${kay}` }).first())
        await page.getByText(said.done).waitFor()
        expect(await statusOf(uid)).toBe('active')
        await login(panel.server.url, `${kay}@trash.example`, password)
      },
    )
  },
)
