import { afterEach, describe, expect, it } from 'vitest'
import type { Actor } from '~/model/grants'
import { createStreams, type ReplayRequest, readReplayRequest } from '~/server/features/live/streams'
import type { Connection } from '~/server/platform/database/connection'
import type { Database } from '~/server/platform/database/database'
import { type Change, createChanges } from '~/server/platform/realtime/changes'
import type { Principal, Services } from '~/server/records/context'

describe('replay request of a subscriber', () => {
  it.each([
    [{}, { notifications: undefined, changes: undefined }],
    [{ missed: '0' }, { changes: 0 }],
    [{ missed: '1500.5' }, { changes: 1500.5 }],
    [{ since: '2026-11-27T12:00:00.000Z' }, { notifications: new Date('2026-11-27T12:00:00Z') }],
    [{ since: '2026-11-27T13:00:00+01:00' }, { notifications: new Date('2026-11-27T12:00:00Z') }],
  ])('parses the replay request %j as %j', (query, missed) => {
    expect(readReplayRequest(query)).toMatchObject(missed)
  })

  it.each([
    [{ since: '' }, 'since'],
    [{ since: 'yesterday' }, 'since'],
    [{ since: '2026-02-30T12:00:00Z' }, 'since'],
    [{ missed: '-1' }, 'missed'],
    [{ missed: 'NaN' }, 'missed'],
    [{ missed: 'soon' }, 'missed'],
    [{ missed: '' }, 'missed'],
    [{ missed: ' ' }, 'missed'],
  ])('rejects the replay request %j because of %s', (query, name) => {
    expect(() => readReplayRequest(query)).toThrow(
      expect.objectContaining({ code: 'invalid_query', message: expect.stringContaining(`"${name}"`) }),
    )
  })
})

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const actor: Actor = { uid: 'ann', role: 'admin', company: 'museum', managed: [], open: [], licensed: false }
const principal = (session: string, more: Partial<Actor> = {}): Principal => ({
  ...{ session, actor: { ...actor, ...more }, lang: 'en' },
})
const viewed = (session: string): Principal => ({
  ...principal(session),
  view: { by: { ...actor, uid: 'root', role: 'root' }, until: new Date('2026-11-27T12:30:00Z') },
})

const change = (more: Partial<Change> = {}): Change => ({
  ...{ resource: 'videos', id: 'v', op: 'update' },
  owned: { user: null, company: 'museum', published: false, role: null },
  ...more,
})
const ofOther = { user: null, company: 'quay', published: false, role: null }

/** Streams of one server, as with the embedded database, where every change is published immediately. */
const begin = async (sessions: Record<string, Principal | undefined> = {}) => {
  const changes = await createChanges({} as Connection, { warn: () => undefined })
  const services = {
    ...{ changes, config: { version: '1.2.3' }, log: { warn: () => undefined } },
    sessions: { find: async (token: string) => sessions[token], forget: () => undefined },
  } as unknown as Services
  const open = new Set<object>()
  const connections = {
    add: (connection: object) => {
      open.add(connection)
      return () => void open.delete(connection)
    },
    count: () => open.size,
    close: () => undefined,
  }
  const streams = createStreams(services, connections)
  closing.push(streams.close)
  const subscribe = (who: Principal, replay?: ReplayRequest) => {
    const heard: [string, unknown][] = []
    let ended = false
    const subscriber = {
      ...{ principal: who, token: who.session },
      send: (event: string, data: unknown) => void heard.push([event, data]),
      end: () => {
        ended = true
      },
    }
    const leave = streams.add(subscriber, replay)
    return { heard, leave, events: () => heard.map(([event]) => event), isEnded: () => ended }
  }
  const publish = (said: Parameters<typeof changes.publish>[1]) => changes.publish({} as Database, said)
  return { subscribe, publish, connections, streams }
}

/** Lets pending promises run. */
const settled = () => new Promise(resolve => setImmediate(resolve))

describe('event stream', () => {
  it('an event stream begins with the server version and the database time', async () => {
    const { subscribe } = await begin()
    expect(subscribe(principal('s')).heard).toEqual([
      ['hello', { version: '1.2.3', at: expect.stringMatching(/^\d{4}-.*Z$/) }],
    ])
  })

  it('a stream receives changes that its user may read, without their ownership data', async () => {
    const { subscribe, publish } = await begin()
    const { heard } = subscribe(principal('s'))
    await publish(change())
    await publish(change({ id: 'w', owned: ofOther }))
    await publish(change({ id: 'x', op: 'progress', progress: { done: 0.5 }, status: 'pending' }))
    expect(heard.slice(1)).toEqual([
      ['change', { resource: 'videos', id: 'v', op: 'update' }],
      ['progress', { resource: 'videos', id: 'x', progress: { done: 0.5 }, status: 'pending' }],
    ])
  })

  it('a stream receives nothing after the subscriber has left', async () => {
    const { subscribe, publish, connections } = await begin()
    const { heard, leave } = subscribe(principal('s'))
    leave()
    await publish(change())
    expect([heard.length, connections.count()]).toEqual([1, 0])
  })

  it('evicts the oldest of more than ten streams of a session, and none of another session', async () => {
    const { subscribe, publish } = await begin()
    const other = subscribe(principal('other'))
    const own = Array.from({ length: 12 }, () => subscribe(principal('own')))
    expect(own.map(({ isEnded }) => isEnded())).toEqual([true, true, ...Array(10).fill(false)])
    expect(own[0]?.events()).toEqual(['hello', 'evicted'])
    await publish(change())
    expect([own[0]?.heard.length, own[11]?.heard.length]).toEqual([2, 2])
    expect([other.isEnded(), other.events()]).toEqual([false, ['hello', 'change']])
  })

  it('evicts the oldest of more than thirty streams of a user across sessions', async () => {
    const { subscribe } = await begin()
    const streams = Array.from({ length: 32 }, (_, at) => subscribe(principal(`s${at % 16}`)))
    expect(streams.map(({ isEnded }) => isEnded())).toEqual([true, true, ...Array(30).fill(false)])
    expect(streams[0]?.events()).toEqual(['hello', 'evicted'])
  })

  it('a stream applies changed rights of its user and ends with the session', async () => {
    const { subscribe, publish } = await begin({
      moved: principal('moved', { company: 'quay' }),
      over: undefined,
    })
    const [moved, over] = [subscribe(principal('moved')), subscribe(principal('over'))]
    await publish(change({ resource: 'users', id: 'bob', owned: ofOther }))
    await settled()
    await publish(change({ id: 'new', owned: ofOther }))
    expect(moved.heard.slice(1)).toEqual([['change', { resource: 'videos', id: 'new', op: 'update' }]])
    expect([moved.isEnded(), over.isEnded()]).toEqual([false, true])
  })
})

describe('notifications', () => {
  const said = { user: 'ann', id: 'n', title: 'Ready', path: '/home', at: '2026-11-27T12:00:00.000Z' }

  it('publishes a notification to all streams of its user except those of the session that caused it', async () => {
    const { subscribe, publish } = await begin()
    const [own, causing] = [subscribe(principal('s1')), subscribe(principal('s2'))]
    const others = [subscribe(principal('s3', { uid: 'bob' })), subscribe(viewed('s4'))]
    await publish({ ...said, causedBy: 's2' })
    const { id, title, path, at } = said
    expect(own.heard.at(-1)).toEqual(['notification', { id, title, path, at }])
    for (const each of [causing, ...others]) expect(each.events()).toEqual(['hello'])
  })
})

it('sends a gap event only to a subscriber that requests a replay the server cannot provide', async () => {
  const { subscribe, publish } = await begin()
  await publish(change())
  const eventsOf = (replay?: ReplayRequest) => subscribe(principal('s'), replay).events()
  expect([eventsOf(), eventsOf({ changes: 600_000 })]).toEqual([['hello'], ['hello', 'gap']])
})
