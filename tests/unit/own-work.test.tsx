import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { companyKey, WithActor } from '~/src/admin/rights'
import { panelStore } from '~/src/app/panel-store'
import { useWork } from '~/src/features/home/my-work'
import { freshBrowser } from '../support/browser/fresh-browser'
import { type ApiCall, askedOf, fakeApi, type Row, refusing } from '../support/panel/fake-api'
import { renderScreen, type ScreenOptions } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const VIDEOS = 'GET /videos360'
const VECTOS = 'GET /videos3d'

const now = new Date('2026-03-10T12:00:00.000Z')
const weekAgo = '2026-03-03T12:00:00.000Z'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }))
afterEach(() => void vi.useRealTimers())

type Asked = Readonly<Record<string, unknown>>
type Rows = readonly Row[]
/** Responses of each list, by resource and by whether work goes on, is finished or has failed. */
type World = Partial<Record<'preparing' | 'prepared' | 'unprepared' | 'making' | 'made' | 'unmade', Rows>>

const isOf = (q: Asked, status: string) => Array.isArray(q.status) && q.status.includes(status)

const nameOf = (call: ApiCall): keyof World => {
  const { q } = askedOf(call)
  if (call.path === '/videos360')
    return q.pending === false ? 'prepared' : isOf(q, 'ko') ? 'unprepared' : 'preparing'
  return isOf(q, 'completed') ? 'made' : isOf(q, 'ko') ? 'unmade' : 'making'
}

const apiOf = (world: World, count?: number) => {
  const api = fakeApi()
  const answer = (call: ApiCall) => {
    const rows = world[nameOf(call)] ?? []
    return { results: rows.slice(0, askedOf(call).batch), meta: { count: count ?? rows.length } }
  }
  api.answering(VIDEOS, answer)
  api.answering(VECTOS, answer)
  return api
}

const row = (uid: string, updatedAt?: string): Row => ({ uid, name: uid, updatedAt })

const working = async (api = apiOf({}), options: ScreenOptions = {}) => {
  let work: ReturnType<typeof useWork> | undefined
  const Probe = () => {
    work = useWork()
    return <p>{work.isPending ? 'Asking' : 'Asked'}</p>
  }
  await renderScreen(
    <WithActor>
      <Probe />
    </WithActor>,
    { api, ...options },
  )
  await screen.findByText('Asked')
  const read = () => {
    if (!work) throw new Error('Not shown')
    return work
  }
  const asked = (list: keyof World) =>
    [...api.to(VIDEOS), ...api.to(VECTOS)].filter(call => nameOf(call) === list).map(askedOf)
  return { api, read, asked }
}

const uidsOf = ({ records }: { records: readonly { resource: string; record: { id: unknown } }[] }) =>
  records.map(({ resource, record }) => `${resource} ${record.id}`)

describe('the user’s own work', () => {
  it('requests the user’s own work in six lists, the five latest records of each', async () => {
    const { api, asked } = await working()
    expect(api.calls).toHaveLength(6)
    const page = { offset: 0, batch: 5, fsort: 'updatedAt', osort: 'desc' }
    const createdBy = 'users/me'
    expect(asked('preparing')).toEqual([
      { ...page, q: { createdBy, pending: true, status: ['pending', 'converting'] } },
    ])
    const over = { createdBy, updatedAt: { gte: weekAgo } }
    expect(asked('prepared')).toEqual([{ ...page, q: { ...over, pending: false } }])
    expect(asked('unprepared')).toEqual([
      { ...page, q: { ...over, pending: true, status: ['ko', 'timeout'] } },
    ])
    expect(asked('made')).toEqual([{ ...page, q: { ...over, status: ['completed'] } }])
    expect(asked('unmade')).toEqual([{ ...page, q: { ...over, status: ['ko', 'timeout'] } }])
    expect(asked('making')[0]?.q).not.toHaveProperty('updatedAt')
  })

  it('merges the lists to the five latest records, newest first, with the total of all', async () => {
    const at = (day: number) => `2026-03-0${day}T10:00:00Z`
    const { read } = await working(
      apiOf({
        preparing: [row('v6', at(6)), row('v4', at(4)), row('v2', at(2))],
        making: [row('x5', at(5)), row('x3', at(3)), row('x1', at(1))],
        made: [row('x8', at(8))],
      }),
    )
    const { inProgress, finished } = read()
    expect(uidsOf(inProgress)).toEqual(['videos v6', 'vectos x5', 'videos v4', 'vectos x3', 'videos v2'])
    expect(inProgress.total).toBe(6)
    expect(uidsOf(finished)).toEqual(['vectos x8'])
    expect(finished.total).toBe(1)
  })

  it('returns no records and no lists for a user without own work', async () => {
    const none = { records: [], total: 0, lists: [] }
    expect((await working()).read()).toMatchObject({ inProgress: none, finished: none, error: null })
  })

  it('counts all records on the server, not only those returned', async () => {
    const { read } = await working(apiOf({ preparing: [row('v1', weekAgo)] }, 40))
    expect(read().inProgress.total).toBe(80)
    expect(read().inProgress.lists.map(({ tab, total }) => [tab, total])).toEqual([
      ['pending', 40],
      ['progressScenes', 40],
    ])
  })
})

describe('the lists of the work', () => {
  const world: World = {
    preparing: [row('v1', weekAgo)],
    prepared: [row('v2', weekAgo)],
    unmade: [row('x1', weekAgo)],
  }
  const linksOf = ({ lists }: { lists: readonly { tab: string; link: string | undefined }[] }) =>
    lists.map(({ tab, link }) => [tab, link && decodeURIComponent(link)])

  it('links to non-empty lists with their filters in the URL', async () => {
    const { read } = await working(apiOf(world))
    expect(linksOf(read().inProgress)).toEqual([
      ['pending', '/video360?createdBy=users/me&status=pending,converting#pending'],
    ])
    expect(linksOf(read().finished)).toEqual([
      ['completed', `/video360?createdBy=users/me&updatedAt=${weekAgo}..#completed`],
      ['failedScenes', `/video3d?createdBy=users/me&updatedAt=${weekAgo}..#failedScenes`],
    ])
  })

  it('omits the link to a list that requires a chosen company while none is chosen', async () => {
    const { read } = await working(apiOf(world), { role: 'partner' })
    expect(linksOf(read().finished)[1]).toEqual(['failedScenes', undefined])
    expect(linksOf(read().inProgress)[0]?.[1]).toContain('/video360?')
  })

  it('filters own work by the chosen company and links to all of its lists', async () => {
    panelStore.setItem(companyKey('me'), { ref: 'companies/open', label: 'Open' })
    const { read, asked } = await working(apiOf(world), { role: 'partner' })
    expect(linksOf(read().finished)[1]?.[1]).toContain('/video3d?')
    expect(asked('preparing')[0]?.q).toMatchObject({ createdBy: 'users/me', company: 'companies/open' })
    expect(asked('unmade')[0]?.q).toMatchObject({ createdBy: 'users/me', company: 'companies/open' })
  })

  it('ignores a stored company that the role cannot choose', async () => {
    panelStore.setItem(companyKey('me'), { ref: 'companies/open', label: 'Open' })
    const { asked } = await working(apiOf(world), { role: 'admin' })
    expect(asked('preparing')[0]?.q).not.toHaveProperty('company')
  })
})

describe('work that could not be read', () => {
  it('returns an error if one of the lists fails, until a retry succeeds', async () => {
    const api = apiOf({ made: [row('x1', weekAgo)] })
    api.answering(VIDEOS, refusing(503, 'unavailable'))
    const { read } = await working(api)
    expect(read().error).toMatchObject({ message: 'errors.unavailable', status: 503 })
    expect(screen.queryByRole('alert')).toBeNull()
    api.answering(VIDEOS, () => ({ results: [], meta: { count: 0 } }))
    const before = api.calls.length
    act(() => read().retry())
    await waitFor(() => expect(read().error).toBeNull())
    expect(api.calls.length - before).toBe(6)
    expect(uidsOf(read().finished)).toEqual(['vectos x1'])
  })
})
