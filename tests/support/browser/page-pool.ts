import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright'
import { openPage } from './browser'

type Visit = Awaited<ReturnType<typeof openPage>>

/** Methods whose effect on the page cannot be undone for the next test. */
const irreversible = ['addInitScript', 'setOffline', 'grantPermissions'] as const

/** Watches these methods. @returns whether one has been called */
const watchIrreversible = (...targets: readonly (Page | BrowserContext)[]) => {
  let called = false
  for (const target of targets)
    for (const name of irreversible) {
      const method: unknown = Reflect.get(target, name)
      if (typeof method !== 'function') continue
      Reflect.set(target, name, (...args: readonly unknown[]) => {
        called = true
        return Reflect.apply(method, target, args)
      })
    }
  return () => called
}

/** Detaches the sessions of the DevTools protocol, which ends network throttling and virtual authenticators. */
const watchSessions = (context: BrowserContext) => {
  const sessions: CDPSession[] = []
  const begin = context.newCDPSession.bind(context)
  context.newCDPSession = async page => {
    const session = await begin(page)
    sessions.push(session)
    return session
  }
  return async () => {
    for (const session of sessions.splice(0)) await session.detach()
  }
}

/** A path of the panel's origin that runs no script of the panel. */
const blankPath = '/parse/health'

/** Clears all storage, as in a new browser profile. */
const forgetAll = async ({ page, context }: Visit) => {
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto(blankPath)
  await context.clearCookies()
  await page.evaluate(async () => {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
    for (const name of await caches.keys()) await caches.delete(name)
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister()
  })
}

const store = (page: Page, items: Readonly<Record<string, string>>) =>
  page.evaluate(given => {
    for (const [name, value] of Object.entries(given)) localStorage.setItem(name, value)
  }, items)

/** Separates the options that an open page can change from those that need another profile. */
const split = ({ viewport, colorScheme, reducedMotion, ...profile }: BrowserContextOptions) => ({
  screen: {
    viewport: viewport ?? { width: 1280, height: 800 },
    media: { colorScheme: colorScheme ?? null, reducedMotion: reducedMotion ?? null },
  },
  profile,
})

type PooledPage = {
  readonly visit: Visit
  readonly isTainted: () => boolean
  readonly endSessions: () => Promise<void>
}

const watch = (visit: Visit): PooledPage => ({
  visit,
  isTainted: watchIrreversible(visit.page, visit.context),
  endSessions: watchSessions(visit.context),
})

/**
 * Pages that tests reuse in sequence, with storage cleared in between. A page that has run the panel reopens it in a
 * third of the CPU time, since its scripts are compiled and its process is running.
 * @param browser that opens the pages
 */
export const pagePool = (browser: Browser) => {
  const idle = new Map<string, PooledPage[]>()
  return {
    /**
     * @param options of the profile and screen
     * @param items of the local storage
     * @returns the page, and `release`, which returns it to the pool unless the test failed (`isGood` false)
     */
    acquire: async (options: BrowserContextOptions, items: Readonly<Record<string, string>>) => {
      const { screen, profile } = split(options)
      const key = JSON.stringify(profile)
      const known = idle.get(key)?.pop()
      const pooled = known ?? watch(await openPage(browser, profile))
      const { visit, isTainted, endSessions } = pooled
      await visit.page.setViewportSize(screen.viewport)
      await visit.page.emulateMedia(screen.media)
      if (!known) await visit.page.goto(blankPath)
      // Discards noise that was recorded while the previous test left its screen.
      visit.expectQuiet(/^/)
      await store(visit.page, items)
      const keep = () => idle.set(key, [...(idle.get(key) ?? []), pooled])
      const release = async (isGood: boolean) => {
        if (!isGood || isTainted() || visit.page.isClosed()) return visit.close()
        // The server of the page may have stopped.
        await endSessions()
          .then(() => forgetAll(visit))
          .then(keep, visit.close)
      }
      return { ...visit, release }
    },
    /** Closes the pages of other panels. @param port of the panel whose pages stay */
    closeOthers: async (port: string) => {
      for (const [key, pages] of idle) {
        if (new URL(JSON.parse(key).baseURL).port === port) continue
        idle.delete(key)
        for (const { visit } of pages) await visit.close()
      }
    },
  }
}
