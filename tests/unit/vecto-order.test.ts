import { expect, it } from 'vitest'
import { formOfOrder, isVectoOrder, readOrder } from '~/model/vecto-order'

const order = { mode: 'fast', offsetStart: 1, offsetEnd: 4, framerate: 30 }

it.each([
  [order, true],
  [{ mode: 'fast', offsetStart: 0 }, true],
  [{ ...order, mode: 'other' }, false],
  [{ ...order, offsetStart: -1 }, false],
  [{ ...order, offsetStart: Number.NaN }, false],
  [{ ...order, offsetEnd: 1 }, false],
  [{ ...order, framerate: 0 }, false],
  [{ ...order, framerate: 29.97 }, false],
  [{ ...order, cameraHeight: 0.2 }, true],
  [{ ...order, cameraHeight: 0 }, false],
  [{ ...order, cameraHeight: 1e9 }, false],
  [{ ...order, cameraHeight: '3' }, false],
  [{ ...order, problem: 'quota' }, false],
  [null, false],
  [[], false],
])('determines whether %j is an order that a client may place: %s', (value, is) => {
  expect(isVectoOrder(value)).toBe(is)
})

it('keeps the known problem of a stored order', () => {
  expect(readOrder({ ...order, problem: 'quota' })).toEqual({ ...order, problem: 'quota' })
  expect(readOrder({ ...order, problem: 'strange' })).toEqual(order)
  expect(readOrder({ problem: 'quota' })).toBeUndefined()
})

it('limits the end of an order to the duration of the video', () => {
  const video = { uid: 'v', name: 'Quay', duration: 3.456, framerate: 29.97 }
  const base = { video: { ref: 'videos/v' }, name: 'Quay', mode: 'fast' }
  expect(formOfOrder({ ...order, offsetEnd: 2.5 }, video)).toEqual({
    ...{ ...base, offsetStart: 1, offsetEnd: 2.5, duration: 1.5, framerate: 30 },
  })
  expect(formOfOrder({ mode: 'fast', offsetStart: 1 }, video)).toEqual({
    ...{ ...base, offsetStart: 1, offsetEnd: 3.45, duration: 2.45, framerate: 30 },
  })
  expect(formOfOrder(order, video)).toMatchObject({ offsetEnd: 3.45, duration: 2.45 })
  expect(formOfOrder({ ...order, cameraHeight: 3 }, video)).toMatchObject({ cameraHeight: 3 })
})
