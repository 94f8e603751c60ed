import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pressAction } from '../support/browser/list-controls'
import { type Panel, startPanel } from '../support/browser/panel'
import { seriousFaults } from '../support/browser/serious-faults'
import { pressOn } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import type { Api } from '../support/server/api'
import { type Found, listAll } from '../support/server/demo-world'

type Version = Found & { revision: number; status: string }

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

const texts = {
  en: {
    again: 'Publish again',
    confirm: 'Confirm',
    done: 'Published again as a new version',
    revision: 'Revision',
    tree: 'No node is different.',
    file: 'The same file, by its content.',
    with: 'Compare with',
  },
  fr: {
    again: 'Publier à nouveau',
    confirm: 'Confirmer',
    done: 'Publiée à nouveau comme nouvelle version',
    revision: 'Révision',
    tree: 'Aucun nœud ne diffère.',
    file: 'Le même fichier, d’après son contenu.',
    with: 'Comparer avec',
  },
  es: {
    again: 'Publicar de nuevo',
    confirm: 'Confirmar',
    done: 'Publicada de nuevo como versión nueva',
    revision: 'Revisión',
    tree: 'Ningún nodo es distinto.',
    file: 'El mismo archivo, según su contenido.',
    with: 'Comparar con',
  },
} as const

const versionsOf = async (api: Api, environment: string) =>
  (await listAll<Version>(api, `${environment}/versions`)).sort((one, other) => one.revision - other.revision)

/** An environment with a completed version before its latest one. */
const place = async (api: Api) => {
  for (const { uid } of await listAll(api, 'environments', { status: 'completed' })) {
    const environment = `environments/${uid}`
    const all = await versionsOf(api, environment)
    const earlier = all.slice(0, -1).find(({ status }) => status === 'completed')
    if (earlier) return { environment, earlier }
  }
  throw new Error('no environment with an earlier version')
}

describe.each(journeyCells('root', 'admin', 'partner'))(
  'without a mouse, as %s in %s at %i pixels',
  (name, lang, width) => {
    it('an earlier version is published again, and comparing both shows no difference', async () => {
      const said = texts[lang]
      const api = await panel.person(name)
      await panel.speak(name, lang)
      const { environment, earlier } = await place(api)
      const { page } = await panel.openAs(name, `/${environment}/versions/${earlier.uid}/tree`, {
        viewport: { width, height: 900 },
      })
      await pressAction(page, said.again)
      await pressOn(page.getByRole('dialog').getByRole('button', { name: said.confirm }))
      await page.getByText(said.done).waitFor()
      const latest = (await versionsOf(api, environment)).at(-1)
      await page.waitForURL(url => url.pathname === `/${environment}/versions/${latest?.uid}/tree`)
      await page.getByRole('heading', { level: 1, name: String(latest?.revision) }).waitFor()
      await page.goto(`/${environment}/versions/${latest?.uid}/tree#compare`)
      await pressOn(page.getByRole('combobox', { name: said.with }))
      await pressOn(page.getByRole('option', { name: `${said.revision} ${earlier.revision}`, exact: true }))
      await page.getByText(said.tree).waitFor()
      await page.getByText(said.file).waitFor()
      expect(await seriousFaults(page)).toEqual([])
    })
  },
)
