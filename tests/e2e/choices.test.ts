import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/browser/panel'
import { knownLanguages } from '../support/browser/panel-texts'
import { openEach, rawKeysOn } from '../support/browser/raw-keys'
import { everyScreen, goInside } from '../support/browser/screens'
import { long } from '../support/process/long'

let panel: Panel
beforeAll(async () => {
  panel = await startPanel()
})
afterAll(() => panel.stop())

it.each(knownLanguages)(
  'every choice, menu and dialog that a screen of root opens is translated: %s',
  { ...long, timeout: 900_000 },
  async lang => {
    await panel.speak('root', lang)
    const root = await panel.person('root')
    const { page } = await panel.openAs('root', '/home', { reducedMotion: 'reduce' })
    const found: string[] = []
    let opened = 0
    for (const path of await everyScreen(root, root, 'root')) {
      await goInside(page, path)
      await openEach(page, async opener => {
        opened += 1
        found.push(...(await rawKeysOn(page)).map(key => `${path}, ${opener}: ${key}`))
      })
    }
    expect(found).toEqual([])
    expect(opened).toBeGreaterThan(100)
  },
)
