import type { Page } from 'playwright'
import type { Role } from '~/model/grants'
import type { Api } from '~/tests/support/server/api'
import { listAll } from '~/tests/support/server/demo-world'
import { fill, placesOf, routeTable } from './route-table'

/** Paths of every screen and tab that a role can open, for records of the demo data. `person` has the role. */
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

/** Waits until a screen has its heading and no skeletons. */
export const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.MuiSkeleton-root, [aria-busy=true], .splash'))
}

/** Navigates to another screen without reloading the panel. */
export const goInside = async (page: Page, path: string) => {
  await page.evaluate(address => {
    // The router stores an index in the history state to distinguish back from forward.
    const { idx = 0 } = history.state ?? {}
    history.pushState({ idx: idx + 1, key: address }, '', address)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await settled(page)
}
