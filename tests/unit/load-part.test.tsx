import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadPart, partTrouble } from '~/src/ui/lazy-part'
import { deferred } from '../support/process/deferred'

const offline = () => new TypeError('Failed to fetch dynamically imported module: /assets/list.js')

/** The script tag of the panel's build in the page, and in the page that the server returns now. */
const script = (name: string) => `<script type="module" src="/assets/${name}.js"></script>`

const reload = vi.fn()
let page: () => Promise<Response>

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = script('index-1')
  page = async () => new Response(script('index-1'))
  vi.stubGlobal('fetch', () => page())
  vi.stubGlobal('location', { ...location, href: location.href, reload })
  reload.mockReset()
  sessionStorage.clear()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failing = (times: number) => {
  const load = vi.fn(async () => 'part')
  for (let index = 0; index < times; index++) load.mockRejectedValueOnce(offline())
  return load
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

describe('lazily loaded parts of the panel', () => {
  it('loads a part once and does not query the server when the import succeeds', async () => {
    page = () => Promise.reject(new Error('asked'))
    const load = failing(0)
    expect(await loadPart(load)).toBe('part')
    expect(load).toHaveBeenCalledOnce()
    expect(partTrouble.read()).toBeUndefined()
  })

  it('a part whose own code throws is not retried', async () => {
    const load = vi.fn(() => Promise.reject(new Error('x is not a function')))
    await expect(loadPart(load)).rejects.toThrow('x is not a function')
    expect(load).toHaveBeenCalledOnce()
    expect(partTrouble.read()).toBeUndefined()
  })

  it.each([
    'Failed to fetch dynamically imported module: /a.js',
    'error loading dynamically imported module: /a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /a.css',
  ])('retries a failed import when the browser reports: %s', async said => {
    const load = vi.fn(async () => 'part').mockRejectedValueOnce(new Error(said))
    const loaded = loadPart(load)
    await pass(500)
    expect(await loaded).toBe('part')
  })

  it('retries a part with exponential backoff while it reports the server as unreachable', async () => {
    page = () => Promise.reject(new TypeError('Failed to fetch'))
    const load = failing(6)
    const told: unknown[] = []
    const stop = partTrouble.subscribe(() => told.push(partTrouble.read()))
    const loaded = loadPart(load)
    const counts = []
    for (const milliseconds of [500, 1000, 2000, 4000, 8000, 8000]) {
      await pass(milliseconds - 1)
      counts.push(load.mock.calls.length)
      await pass(1)
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6])
    expect(await loaded).toBe('part')
    expect(told).toEqual(['unreachable', undefined])
    stop()
  })

  it('retries a part immediately when the browser comes back online', async () => {
    page = () => Promise.reject(new TypeError('Failed to fetch'))
    const loaded = loadPart(failing(1))
    await pass(10)
    dispatchEvent(new Event('online'))
    await pass(0)
    expect(await loaded).toBe('part')
  })

  it('a retry that throws an error of the part’s own code clears the reported trouble', async () => {
    const load = vi.fn(async () => 'part').mockRejectedValueOnce(offline())
    load.mockRejectedValueOnce(new Error('broken'))
    const loaded = expect(loadPart(load)).rejects.toThrow('broken')
    await pass(500)
    await loaded
    expect(partTrouble.read()).toBeUndefined()
  })

  it('reports the part as replaced when the server has a newer build', async () => {
    page = async () => new Response(script('index-2'))
    const loaded = loadPart(failing(1))
    await pass(10)
    expect(partTrouble.read()).toBe('replaced')
    await pass(500)
    await loaded
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page, at most once a minute, when the browser caches a failed import of the current build', async () => {
    const never = deferred<string>()
    const load = failing(9).mockReturnValueOnce(never.promise)
    void loadPart(load)
    await pass(10)
    expect(reload).not.toHaveBeenCalled()
    await pass(500)
    expect(reload).toHaveBeenCalledOnce()
    await pass(1000 + 2000 + 4000 + 8000)
    expect(reload).toHaveBeenCalledOnce()
    vi.setSystemTime(Date.now() + 60_000)
    await pass(8000)
    expect(reload).toHaveBeenCalledTimes(2)
    await pass(60_000)
    never.resolve('part')
  })

  it('reports the server as unreachable when a gateway responds with an error', async () => {
    page = async () => new Response('Bad gateway', { status: 502 })
    const loaded = loadPart(failing(1))
    await pass(10)
    expect(partTrouble.read()).toBe('unreachable')
    await pass(500)
    await loaded
  })

  it('reports the server as unreachable when a network responds with its sign-in page', async () => {
    page = async () => new Response('<script src="/assets/portal.js"></script><h1>Sign in</h1>')
    const loaded = loadPart(failing(1))
    await pass(10)
    expect(partTrouble.read()).toBe('unreachable')
    await pass(500)
    await loaded
  })

  it('keeps reporting the trouble until all missing parts are loaded', async () => {
    page = () => Promise.reject(new TypeError('Failed to fetch'))
    const [short, long] = [loadPart(failing(1)), loadPart(failing(2))]
    await pass(500)
    await short
    expect(partTrouble.read()).toBe('unreachable')
    await pass(1000)
    await long
    expect(partTrouble.read()).toBeUndefined()
  })
})
