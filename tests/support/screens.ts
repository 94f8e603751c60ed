import type { Page } from 'playwright'
import type { Role } from '~/model/grants'
import type { Api } from './api'
import { listAll } from './demo-world'
import { fill, placesOf, routeTable } from './route-table'

/** The addresses of every screen that a role opens, with its tabs, on records of the demo data. `person`: one of the role. */
export const everyScreen = async (root: Api, person: Api, role: Role): Promise<string[]> => {
  const places = await placesOf(root)
  const [deletable] = await listAll(person, 'medias', { status: 'deletable' })
  const known = routeTable
    .filter(([, , opened]) => opened.includes(role))
    .flatMap(([path, hashes]) =>
      ['', ...hashes.slice(1).map(hash => `#${hash}`)].map(hash => fill(path, places) + hash),
    )
  return [...known, '/nowhere', ...(deletable ? [`/medias/show/${deletable.uid}`] : [])]
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
