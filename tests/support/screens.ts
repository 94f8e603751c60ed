import type { Page } from 'playwright'
import type { Api } from './api'
import { listAll } from './demo-world'
import { fill, placesOf, routeTable } from './route-table'

/** The addresses of every screen there is, with its tabs, on records of the demo data. */
export const everyScreen = async (api: Api): Promise<string[]> => {
  const places = await placesOf(api)
  const [deletable] = await listAll(api, 'medias', { status: 'deletable' })
  const known = routeTable
    // My company is for those who have it in their menu.
    .filter(([, , opened]) => opened.includes('root'))
    .flatMap(([path, hashes]) =>
      ['', ...hashes.slice(1).map(hash => `#${hash}`)].map(hash => fill(path, places) + hash),
    )
  return [...known, '/nowhere', `/medias/show/${deletable?.uid}`]
}

/** Waits until a screen has its name and all its content: nothing is a grey shape any more. */
export const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, [aria-busy=true], .splash'))
}

/** To another screen of the panel that is open, without loading it anew. */
export const goInside = async (page: Page, path: string) => {
  await page.evaluate(address => {
    // As the router writes it: it counts its steps, to know which way one goes.
    const { idx = 0 } = history.state ?? {}
    history.pushState({ idx: idx + 1, key: address }, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await settled(page)
}
