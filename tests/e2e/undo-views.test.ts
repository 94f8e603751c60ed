import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressListTools } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { panelText } from '../support/browser/panel-texts'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { long } from '../support/process/long'
import type { Found } from '../support/server/demo-world'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const words = {
  en: {
    open: 'Views',
    manage: 'Manage views',
    delete: 'Delete',
    confirm: 'Confirm',
    undo: 'Undo',
    back: 'Restored',
    final: /never comes back/,
    token: 'Delete',
  },
  fr: {
    open: 'Vues',
    manage: 'Gérer les vues',
    delete: 'Supprimer',
    confirm: 'Confirmer',
    undo: 'Annuler la suppression',
    back: 'Restauré',
    final: /ne revient jamais/,
    token: 'Supprimer',
  },
  es: {
    open: 'Vistas',
    manage: 'Gestionar las vistas',
    delete: 'Eliminar',
    confirm: 'Confirmar',
    undo: 'Deshacer',
    back: 'Restaurado',
    final: /nunca vuelve/,
    token: 'Eliminar',
  },
} as const

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    const viewport = { width, height: 850 }
    const text = words[lang]

    it('the deletion of a view is undone in the same dialog', long, async () => {
      await panel.speak(role, lang)
      const api = await panel.person(role)
      const name = `Kept ${role} ${lang} ${width}`
      const view = { name, list: 'medias', tab: 'completed', query: '?sort=name' }
      const { body } = await api.post<Found>('views', view)
      const { page } = await panel.openAs(role, '/medias', { viewport, provoked: [/404/] })
      await pressListTools(page, lang)
      await pressOn(page.getByRole('button', { name: text.open, exact: true }))
      await pressOn(page.getByRole('menuitem', { name: text.manage }))
      await pressOn(page.getByRole('dialog').getByRole('button', { name: `${text.delete} ${name}` }))
      await pressOn(page.getByRole('button', { name: text.confirm }))
      const undo = page.getByRole('dialog').getByRole('button', { name: text.undo })
      await undo.waitFor()
      expect((await api.get(`views/${body.uid}`)).status).toBe(404)
      expect(await seriousFaults(page)).toEqual([])
      await pressOn(undo)
      await page.getByText(text.back, { exact: true }).waitFor()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: `${text.delete} ${name}` })
        .waitFor()
      expect((await api.get(`views/${body.uid}`)).status).toBe(200)
    })

    it('deleting an API token is announced as final and has no undo', long, async () => {
      await panel.speak(role, lang)
      const api = await panel.person(role)
      const name = `Program ${lang} ${width}`
      await api.post('tokens', { name, access: 'read', lifetime: '7' })
      const { page } = await panel.openAs(role, '/tokens', { viewport })
      const more = page.getByRole('button', { name: `${panelText(lang, 'admin.list.moreActions')} ${name}` })
      await pressOn(more)
      await pressOn(page.getByRole('menuitem', { name: text.token }))
      const dialog = page.getByRole('dialog')
      await dialog.getByText(text.final).waitFor()
      await pressOn(dialog.getByRole('button', { name: text.token, exact: true }))
      await dialog.waitFor({ state: 'hidden' })
      await more.waitFor({ state: 'detached' })
      expect(await page.getByRole('button', { name: text.undo, exact: true }).count()).toBe(0)
    })
  },
)
