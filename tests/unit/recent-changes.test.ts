import { expect, it } from 'vitest'
import { type Change, createRecentChanges } from '~/server/platform/realtime/changes'

const change = (id: string, op: Change['op'] = 'update'): Change => ({
  resource: 'videos',
  id,
  op,
  owned: { user: null, company: null, published: false, role: null },
})

const begin = () => {
  const clock = { now: 1_000_000 }
  const recent = createRecentChanges(() => clock.now)
  const idsWithin = (milliseconds: number) => recent.since(milliseconds)?.map(({ id }) => id)
  return { clock, recent, idsWithin }
}

it('replays recent changes except progress', () => {
  const { clock, recent, idsWithin } = begin()
  clock.now += 10_000
  recent.add(change('early'))
  clock.now += 3_000
  recent.add(change('late'))
  recent.add(change('half done', 'progress'))
  clock.now += 1_000
  expect([idsWithin(500), idsWithin(1_000), idsWithin(5_000)]).toEqual([[], ['late'], ['early', 'late']])
})

it('cannot replay changes before it subscribed, across a gap, or older than the limit', () => {
  const { clock, recent, idsWithin } = begin()
  expect([idsWithin(0), idsWithin(1)]).toEqual([[], undefined])
  clock.now += 10_000
  recent.add(change('a'))
  recent.clear()
  clock.now += 10_000
  expect([idsWithin(10_000), idsWithin(10_001)]).toEqual([[], undefined])
  recent.add(change('b'))
  clock.now += 61_000
  recent.add(change('c'))
  expect([idsWithin(60_000), idsWithin(61_500)]).toEqual([['c'], undefined])
})

it('keeps at most a thousand recent changes', () => {
  const { clock, recent, idsWithin } = begin()
  for (let index = 0; index < 1_500; index++) {
    clock.now += 1
    recent.add(change(String(index)))
  }
  expect([idsWithin(999)?.length, idsWithin(1_001)]).toEqual([1_000, undefined])
})
