import { describe, expect, it } from 'vitest'
import { forEachOf, inBatches, inOrder } from '~/server/platform/process/concurrency'

/** Numbers below `most`, with how many were taken; `isClosed` once the iterator is closed. */
const numbers = (most: number) => {
  const state = { taken: 0, isClosed: false }
  const all = async function* () {
    try {
      for (let number = 0; number < most; number++) {
        state.taken += 1
        yield number
      }
    } finally {
      state.isClosed = true
    }
  }
  return { all: all(), state }
}

const idle = () => new Promise(resolve => setTimeout(resolve))
const signal = new AbortController().signal

describe('forEachOf', () => {
  it('forEachOf limits concurrency and processes each item once', async () => {
    const { all, state } = numbers(100)
    const done: number[] = []
    let [underWay, ahead] = [0, 0]
    await forEachOf(all, signal, async number => {
      underWay += 1
      ahead = Math.max(ahead, state.taken - done.length)
      await idle()
      underWay -= 1
      done.push(number)
    })
    expect([done.length, new Set(done).size, underWay, state.isClosed]).toEqual([100, 100, 0, true])
    expect(ahead).toBeLessThanOrEqual(16)
  })

  it('forEachOf rejects with the first error after running work has ended, and closes the source', async () => {
    const { all, state } = numbers(100)
    let [begun, ended] = [0, 0]
    const work = forEachOf(all, signal, async number => {
      begun += 1
      await idle()
      ended += 1
      if (number === 3) throw new Error('The fourth')
    })
    await expect(work).rejects.toThrow('The fourth')
    expect([ended, state.isClosed]).toEqual([begun, true])
    expect(begun).toBeLessThan(30)
  })

  it('forEachOf rejects with the reason of the signal and closes the source', async () => {
    const { all, state } = numbers(100)
    const stopping = new AbortController()
    const work = forEachOf(all, stopping.signal, async number => {
      if (number === 3) stopping.abort(new Error('Stopped'))
      await idle()
    })
    await expect(work).rejects.toThrow('Stopped')
    expect(state.isClosed).toBe(true)
  })
})

it('inBatches yields each item once', async () => {
  const batches: number[][] = []
  for await (const batch of inBatches(numbers(5).all, 2)) batches.push(batch)
  expect(batches).toEqual([[0, 1], [2, 3], [4]])
})

it('inOrder finds items of a sorted source while it reads', async () => {
  const { all, state } = numbers(10)
  const { find, close } = inOrder(all, String)
  expect([await find('2'), await find('2'), await find('4x'), await find('5')]).toEqual([2, 2, undefined, 5])
  expect(state.taken).toBe(6)
  await close()
  expect([state.isClosed, await find('7')]).toEqual([true, undefined])
})
