import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Panel, startPanel } from '../support/panel'
import { everyScreen, settled } from '../support/screens'

type Look = 'light' | 'dark'

let panel: Panel
let screens: readonly string[]
beforeAll(async () => {
  panel = await startPanel()
  screens = await everyScreen(await panel.person('root'))
})
afterAll(() => panel.stop())

/** Another look changes colours alone: there, only they are judged. */
const rulesFor = (page: Page, look: Look) => {
  const axe = new AxeBuilder({ page })
  return look === 'light' ? axe : axe.withRules(['color-contrast', 'link-in-text-block'])
}

const seriousOn = async (page: Page, look: Look) => {
  const { violations } = await rulesFor(page, look).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}

describe.each(['light', 'dark'] as const)('nothing serious stands in anybody’s way, %s', colorScheme => {
  it('on the sign-in page', async () => {
    const { page } = await panel.openSignedOut('/signin', { colorScheme })
    await settled(page)
    expect(await seriousOn(page, colorScheme)).toEqual([])
  })

  it('on any screen of the panel', async () => {
    const { page } = await panel.openAs('root', '/home', { colorScheme, reducedMotion: 'reduce' })
    const found: string[] = []
    for (const path of screens) {
      await page.goto(path)
      await settled(page)
      found.push(...(await seriousOn(page, colorScheme)).map(line => `${path} ${line}`))
    }
    expect(found).toEqual([])
  })

  it('on a form with errors, nor on a question asked', async () => {
    const { page } = await panel.openAs('root', '/user/create', { colorScheme, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please correct the errors in the following fields:').waitFor()
    expect(await seriousOn(page, colorScheme)).toEqual([])
    await page.goto('/medias')
    await page.getByRole('button', { name: 'Delete' }).first().click()
    await page.getByRole('dialog').waitFor()
    expect(await seriousOn(page, colorScheme)).toEqual([])
  })
})

describe('on a phone', () => {
  it('no screen is wider than the phone', async () => {
    const { page } = await panel.openAs('root', '/home', { viewport: { width: 390, height: 844 } })
    const wide: string[] = []
    for (const path of screens) {
      await page.goto(path)
      await settled(page)
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (excess > 0) wide.push(`${path} by ${excess} px`)
    }
    expect(wide).toEqual([])
  })
})
