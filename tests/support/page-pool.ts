import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright'
import { openPage } from './browser'

type Visit = Awaited<ReturnType<typeof openPage>>

/** What another test would find, and nothing takes back. */
const irreversible = ['addInitScript', 'setOffline', 'grantPermissions'] as const

/** Answers whether one of these was called since. */
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

/** Ends what was done by Chromium's own protocol since: slow lines, devices with passkeys. */
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

/** An address of the panel's origin that runs no script of the panel. */
const blankPath = '/parse/health'

/** The profile of somebody who has never been here. */
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

/** What can be changed on a page that is open; the rest of the options make a profile of its own. */
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
 * Pages that one test after the other is given, each emptied of what the last one left. A page that has run the panel
 * opens it again for a third of the processor time: its scripts are compiled, its process is there.
 * @param browser whose pages they are
 */
export const pagePool = (browser: Browser) => {
  const idle = new Map<string, PooledPage[]>()
  return {
    /**
     * @param options of its profile and screen
     * @param items of the local storage
     * @returns the page, and what gives it back; after a failure (`isGood` false) nobody gets it again
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
      // What was said while the last test's screen was left is nobody's fault.
      visit.expectQuiet(/^/)
      await store(visit.page, items)
      const keep = () => idle.set(key, [...(idle.get(key) ?? []), pooled])
      const release = async (isGood: boolean) => {
        if (!isGood || isTainted() || visit.page.isClosed()) return visit.close()
        // Its server may be down by now.
        await endSessions()
          .then(() => forgetAll(visit))
          .then(keep, visit.close)
      }
      return { ...visit, release }
    },
    /** Closes the pages of other panels. @param port of the one that stays, or comes back */
    closeOthers: async (port: string) => {
      for (const [key, pages] of idle) {
        if (new URL(JSON.parse(key).baseURL).port === port) continue
        idle.delete(key)
        for (const { visit } of pages) await visit.close()
      }
    },
  }
}
