import type { RunOptions } from 'axe-core'
import axe from 'axe-core'
import type { Page } from 'playwright'

/** WCAG 2.2 adds the size of targets, which axe does not look at by itself. */
const options: RunOptions = { rules: { 'target-size': { enabled: true } } }
/**
 * What bars somebody's way on the page as it is, by axe; half faded in, everything is pale, so that is waited for. Frames
 * are left out: no script runs there, or a PDF is shown.
 *
 * axe runs in the page itself: its driver for Playwright describes all that is right too, in five times the time.
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
