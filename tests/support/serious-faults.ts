import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright'

/** What bars somebody's way on the page as it is, by axe; half faded in, everything is pale, so that is waited for. */
export const seriousFaults = async (page: Page): Promise<string[]> => {
  await page.waitForFunction(() => !document.getAnimations().some(each => each instanceof CSSTransition))
  // WCAG 2.2 adds the size of targets, which axe does not look at by itself.
  const axe = new AxeBuilder({ page }).options({ rules: { 'target-size': { enabled: true } } })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
