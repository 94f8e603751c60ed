import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSerialQueue, requireTime, withDeadline } from '~/server/platform/database/database'

const trace = () => {
  const turns = createSerialQueue()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await sleep(5)
    seen.push(`${name} ends`)
    return name
  }
  return { turns, seen, work }
}

describe('serial queue', () => {
  it('runs queued work one after the other, a ping before all waiting work', async () => {
    const { turns, seen, work } = trace()
    const all = [turns.add(work('a')), turns.add(work('b')), turns.addFirst(work('ping'))]
    expect(turns.waiting()).toBe(2)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'ping'])
    expect(seen).toEqual(['a', 'ping', 'b'].flatMap(name => [`${name} begins`, `${name} ends`]))
    expect(turns.waiting()).toBe(0)
  })

  it('continues after work that fails', async () => {
    const { turns, work } = trace()
    const failing = turns.add(() => Promise.reject(new Error('no')))
    const next = turns.add(work('next'))
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('next')
  })

  it('runs each work with the deadline of its own request', async () => {
    const turns = createSerialQueue()
    const late = new AbortController()
    late.abort(new Error('too late'))
    const inTime = turns.add(async () => {
      await sleep(5)
      requireTime()
    })
    const tooLate = withDeadline(late.signal, () => turns.add(async () => requireTime()))
    const other = turns.add(async () => requireTime())
    await expect(tooLate).rejects.toThrow('too late')
    await Promise.all([inTime, other])
  })
})
