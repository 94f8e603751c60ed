import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '~/model/grants'
import { type Panel, startPanel } from '../support/browser/panel'
import { type KnownLanguage, panelText } from '../support/browser/panel-texts'
import { seriousFaults } from '../support/browser/serious-faults'
import { tabTo } from '../support/browser/tab-to'
import { journeyCells } from '../support/description/journey-cells'
import { type Found, listAll } from '../support/server/demo-world'

type Vecto = Found & {
  readonly name: string
  readonly mode: string
  readonly gradeCause: string | null
  readonly video: { readonly ref: string }
}

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

/** A 3D video with a poor grade, because the camera stood still. */
const poorVecto = async (role: Role) => {
  const completed = await listAll<Vecto>(await panel.person(role), 'videos3d', { status: 'completed' })
  const found = completed.find(({ gradeCause }) => gradeCause === 'still')
  if (!found) throw new Error('no 3D video of a camera that stood still')
  return { ...found, video: found.video.ref.split('/')[1] ?? '' }
}

const words = (lang: KnownLanguage, name: string) => {
  const vectos = (key: string) => panelText(lang, `resources.vectos.${key}`, { name })
  return {
    cause: vectos('quality.causes.still'),
    again: vectos('again.open'),
    title: vectos('again.title'),
    hint: vectos('again.hints.still'),
    name: vectos('fields.name'),
    make: vectos('making.make'),
  }
}

describe.each(journeyCells('root', 'partner', 'admin'))(
  'without a mouse, as %s in %s at %i pixels',
  (role, lang, width) => {
    it('a poor 3D video shows the cause and is created again under another name', async () => {
      await panel.speak(role, lang)
      const { uid, name, video, mode } = await poorVecto(role)
      const said = words(lang, name)
      const { page } = await panel.openAs(role, `/video3d/show/${video}/${uid}`, {
        viewport: { width, height: 850 },
      })
      await page.getByText(said.cause).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      await tabTo(page, new RegExp(`link "${said.again}"`))
      await page.keyboard.press('Enter')
      await page.getByText(said.title).waitFor()
      await page.getByText(said.hint).waitFor()
      expect(await seriousFaults(page)).toEqual([])
      const other = `${name} ${role} ${lang} ${width}`
      await tabTo(page, new RegExp(`textbox "${said.name}`))
      await page.keyboard.press('Control+A')
      await page.keyboard.type(other)
      await tabTo(page, new RegExp(`button "${said.make}"`))
      await page.keyboard.press('Enter')
      await page.waitForURL(/\/video3d\/show\//)
      const api = await panel.person(role)
      const made = await listAll<Vecto>(api, 'videos3d', { name: other })
      expect(made).toEqual([expect.objectContaining({ mode })])
    })
  },
)
