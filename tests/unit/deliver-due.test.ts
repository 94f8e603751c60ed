import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { deliverDue, type Outbox } from '~/server/platform/queue/deliver-due'
import type { Change, Changes } from '~/server/platform/realtime/changes'
import { deferred } from '../support/process/deferred'

type Item = { readonly uid: string }

const change = (resource: string): Change => ({
  ...{ resource, id: 'any', op: 'create' },
  owned: { user: null, company: null, published: false, role: null },
})

/** An outbox whose items are claimed from `due`; records its deliveries. */
const outboxOf = (due: string[], more: Partial<Outbox<Item>> = {}) => {
  const heard = new Set<(change: Change) => void>()
  const changes: Changes = {
    publish: () => Promise.resolve(),
    onChange: listener => {
      heard.add(listener)
      return () => void heard.delete(listener)
    },
    onNotification: () => () => undefined,
    onGap: () => () => undefined,
    close: () => Promise.resolve(),
  }
  const delivered: string[] = []
  const claim = vi.fn(async (most: number) => due.splice(0, most).map(uid => ({ uid })))
  const deliver = vi.fn(async ({ uid }: Item): Promise<number | undefined> => {
    delivered.push(uid)
    return undefined
  })
  const outbox: Outbox<Item> = { resource: 'mails', item: 'mail', atOnce: 2, claim, deliver, ...more }
  const delivery = deliverDue({ changes, log: pino({ level: 'silent' }) }, outbox)
  const publish = (resource: string) => {
    for (const listener of heard) listener(change(resource))
  }
  return { delivery, claim, deliver, delivered, publish, listeners: () => heard.size }
}

describe('outbox', () => {
  it('an outbox delivers due items at the start, up to the concurrency limit, then the others', async () => {
    const gates = [deferred(), deferred(), deferred()]
    let at = 0
    const deliver = vi.fn(async () => {
      await gates[at++]?.promise
      return undefined
    })
    const { delivery, claim } = outboxOf(['a', 'b', 'c'], { deliver })
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(2))
    expect(claim.mock.calls).toEqual([[2]])
    gates[0]?.resolve()
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(3))
    for (const { resolve } of gates) resolve()
    await delivery.stop()
  })

  it('an outbox claims again when its resource changes, but not when others do', async () => {
    const due: string[] = []
    const { delivery, claim, delivered, publish } = outboxOf(due)
    await vi.waitFor(() => expect(claim).toHaveBeenCalledOnce())
    due.push('late')
    publish('users')
    await Promise.resolve()
    expect(claim).toHaveBeenCalledOnce()
    publish('mails')
    await vi.waitFor(() => expect(delivered).toEqual(['late']))
    await delivery.stop()
  })

  it('an outbox continues after a failed delivery and after a failed claim', async () => {
    const due = ['bad', 'good']
    const claim = vi
      .fn(async (most: number) => due.splice(0, most).map(uid => ({ uid })))
      .mockRejectedValueOnce(new Error('the database is away'))
    const delivered: string[] = []
    const deliver = async ({ uid }: Item) => {
      if (uid === 'bad') throw new Error('unexpected')
      delivered.push(uid)
      return undefined
    }
    const { delivery, publish } = outboxOf([], { claim, deliver })
    await vi.waitFor(() => expect(claim).toHaveBeenCalled())
    publish('mails')
    await vi.waitFor(() => expect(delivered).toEqual(['good']))
    await delivery.stop()
  })

  it('an outbox retries after the delay that the delivery returns', async () => {
    const due = ['a']
    const deliver = vi.fn(async () => {
      if (deliver.mock.calls.length === 1) due.push('a')
      return 0.02
    })
    const { delivery } = outboxOf(due, { deliver })
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledTimes(2))
    await delivery.stop()
  })

  it('stopping an outbox waits for running deliveries and starts no others', async () => {
    const gate = deferred()
    const deliver = vi.fn(async () => {
      await gate.promise
      return 0
    })
    const due = ['a']
    const { delivery, claim, publish, listeners } = outboxOf(due, { deliver })
    await vi.waitFor(() => expect(deliver).toHaveBeenCalledOnce())
    let ended = false
    const stopped = delivery.stop().then(() => {
      ended = true
    })
    expect(listeners()).toBe(0)
    due.push('b')
    publish('mails')
    await Promise.resolve()
    expect(ended).toBe(false)
    gate.resolve()
    await stopped
    expect([claim.mock.calls.length, due]).toEqual([1, ['b']])
  })

  it('an outbox that stops during a claim delivers the claimed items, as they are leased', async () => {
    const claimed = deferred<readonly Item[]>()
    const { delivery, delivered } = outboxOf([], { claim: () => claimed.promise })
    setTimeout(() => claimed.resolve([{ uid: 'a' }]), 20)
    await delivery.stop()
    expect(delivered).toEqual(['a'])
  })
})
