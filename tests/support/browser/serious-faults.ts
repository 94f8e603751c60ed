import type { RunOptions } from 'axe-core'
import axe from 'axe-core'
import type { Page } from 'playwright'

/** The target size of WCAG 2.2, which axe does not check by default. */
const options: RunOptions = { rules: { 'target-size': { enabled: true } } }
/**
 * Serious accessibility violations of the page, reported by axe. Waits for transitions, which lower the contrast. Frames
 * are excluded: they run no scripts or show a PDF.
 *
 * axe runs in the page itself: its driver for Playwright also returns passed rules and takes five times as long.
 */
export const seriousFaults = async (page: Page): Promise<string[]> => {
  await page.waitForFunction(() => !document.getAnimations().some(each => each instanceof CSSTransition))
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    chosen =>
      (window as unknown as { axe: typeof axe }).axe.run(
        { exclude: ['iframe'] },
        { ...chosen, resultTypes: ['violations'], iframes: false, preload: false },
      ),
    options,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`))
}
