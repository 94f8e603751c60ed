import type { Page } from 'playwright'
import { catalogue } from '~/i18n/en/index'
import { isObject } from '~/model/objects'

const namespaces = ['ra', ...Object.keys(catalogue.texts)]

/** Host names and files of the demo data, which look like keys. */
const others = /\.(example|com|org|net|mp4|jpg|png|webp|insv|html?|csv|xlsx|json|zip|exe|dmg|pdf)$/

const dotted = /(?<![\w./@-])[a-z]\w*(?:\.\w+)+(?![\w/@-])/g

/** All text of the page: visible text, accessible names, titles, placeholders and alternative texts. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('*')].flatMap(element =>
      ['aria-label', 'title', 'placeholder', 'alt'].map(name => element.getAttribute(name) ?? ''),
    )
    return [document.title, document.body.innerText, ...named].join('\n')
  })

/** A key of the catalogue, or one that is missing from it. */
const isKey = (word: string) => {
  const [namespace = '', second = ''] = word.split('.')
  if (!namespaces.includes(namespace) || others.test(word)) return false
  const tree: unknown = Object.entries(catalogue.texts).find(([name]) => name === namespace)?.[1]
  return namespace === 'ra' || word.split('.').length > 2 || (isObject(tree) && /^[a-z]/.test(second))
}

/** Translation keys in a text. */
export const rawKeysIn = (text: string) => [
  ...new Set([...text.matchAll(dotted)].map(([word]) => word).filter(isKey)),
]

/** Translation keys that the page shows, as it does where a translation is missing. */
export const rawKeysOn = async (page: Page) => rawKeysIn(await wordsOf(page))

/** What opens a list of choices, a menu or a dialog. */
const openers = '[aria-haspopup]:not([aria-disabled=true]):not([disabled])'
const opened = '[role=listbox], [role=menu], [role=dialog]'
const visible = (page: Page) =>
  page.evaluate(
    selector =>
      [...document.querySelectorAll(selector)].filter(node =>
        node.checkVisibility({ visibilityProperty: true }),
      ).length,
    opened,
  )

/** Waits until more is open than before, or as much. @returns false if that does not happen */
const becomes = (page: Page, before: number, state: 'more' | 'as before') =>
  page
    .waitForFunction(
      ([selector, count, wanted]) => {
        const open = [...document.querySelectorAll(selector)].filter(node =>
          node.checkVisibility({ visibilityProperty: true }),
        ).length
        return wanted === 'more' ? open > count : open <= count
      },
      [opened, before, state] as const,
      { timeout: 5000 },
    )
    .then(
      () => true,
      () => false,
    )

/** Opens each list of choices, menu and dialog of the page in turn, and calls `look` while it is open. */
export const openEach = async (page: Page, look: (opener: string) => Promise<void>) => {
  const all = page.locator(openers)
  const names = await all.evaluateAll(nodes =>
    nodes.map(node => `${node.getAttribute('aria-label') ?? node.id ?? ''} ${node.textContent ?? ''}`.trim()),
  )
  // Of openers with the same name, only the first.
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    const opener = all.nth(index)
    if (seen.has(name) || !(await opener.isVisible())) continue
    seen.add(name)
    const before = await visible(page)
    await opener.click()
    if (await becomes(page, before, 'more')) await look(name)
    await page.keyboard.press('Escape')
    if (!(await becomes(page, before, 'as before'))) throw new Error(`Escape does not close: ${name}`)
  }
}
