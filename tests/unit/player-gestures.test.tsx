import { afterEach, describe, expect, it, vi } from 'vitest'
import { followGestures, noMotion, straightAhead } from '~/src/player/view-direction'

const HEIGHT = 750

type Pointer = { id?: number; x?: number; y?: number; at?: number; button?: number }

/** A view of 750 pixels, a tenth of a degree each, with simulated pointers and wheel. */
const viewed = (throws = true) => {
  const element = document.createElement('div')
  element.tabIndex = 0
  document.body.append(element)
  Object.defineProperty(element, 'clientHeight', { value: HEIGHT })
  element.setPointerCapture = vi.fn()
  let look = straightAhead
  const release = vi.fn()
  const setLook = (next: typeof look) => {
    look = next
  }
  const stop = followGestures(element, { look: () => look, setLook, release }, () => throws)
  const point = (type: string, { id = 1, x = 0, y = 0, at = 0, button = 0 }: Pointer) => {
    const event = new MouseEvent(type, { clientX: x, clientY: y, button, cancelable: true })
    Object.defineProperty(event, 'pointerId', { value: id })
    Object.defineProperty(event, 'timeStamp', { value: at })
    element.dispatchEvent(event)
  }
  const wheel = (deltaY: number) => {
    const event = new WheelEvent('wheel', { deltaY, cancelable: true })
    element.dispatchEvent(event)
    return event.defaultPrevented
  }
  return { element, look: () => look, release, stop, point, wheel }
}

afterEach(() => document.body.replaceChildren())

describe('one pointer', () => {
  it('dragging moves the view with the pointer', () => {
    const { look, point } = viewed()
    point('pointerdown', { x: 100, y: 100 })
    point('pointermove', { x: 150, y: 120, at: 10 })
    expect(look().yaw).toBeCloseTo(-5)
    expect(look().pitch).toBeCloseTo(2)
    point('pointerup', { x: 150, y: 120, at: 20 })
    point('pointermove', { x: 300, y: 300, at: 30 })
    expect(look().yaw).toBeCloseTo(-5)
  })

  it('ignores other mouse buttons and hover', () => {
    const { look, point } = viewed()
    point('pointermove', { x: 50 })
    point('pointerdown', { button: 2 })
    point('pointermove', { x: 50 })
    expect(look()).toEqual(straightAhead)
  })

  it('a flick continues the motion with the last speed', () => {
    const { release, point } = viewed()
    point('pointerdown', {})
    point('pointermove', { x: 10, at: 10 })
    point('pointermove', { x: 40, y: 20, at: 20 })
    point('pointerup', { x: 40, y: 20, at: 25 })
    expect(release).toHaveBeenLastCalledWith({ across: 3, down: 2 })
  })

  it('starts no motion when the pointer rested before release or reduced motion is preferred', () => {
    const rested = viewed()
    rested.point('pointerdown', {})
    rested.point('pointermove', { x: 40, at: 10 })
    rested.point('pointerup', { x: 40, at: 80 })
    const calm = viewed(false)
    calm.point('pointerdown', {})
    calm.point('pointermove', { x: 40, at: 10 })
    calm.point('pointerup', { x: 40, at: 15 })
    for (const { release } of [rested, calm]) expect(release.mock.calls).toEqual([[noMotion]])
  })

  it('pressing stops a moving view', () => {
    const { release, point } = viewed()
    point('pointerdown', {})
    expect(release).toHaveBeenCalledExactlyOnceWith(noMotion)
  })

  it('pointercancel ends a drag', () => {
    const { look, point } = viewed()
    point('pointerdown', {})
    point('pointercancel', {})
    point('pointermove', { x: 50 })
    expect(look()).toEqual(straightAhead)
  })
})

describe('two pointers', () => {
  it('pinching to twice the distance halves the field of view', () => {
    const { look, point } = viewed()
    point('pointerdown', { id: 1, x: 100 })
    point('pointerdown', { id: 2, x: 200 })
    point('pointermove', { id: 2, x: 300 })
    expect(look().fov).toBeCloseTo(straightAhead.fov / 2)
    expect(look().yaw).toBe(0)
    point('pointermove', { id: 2, x: 200 })
    expect(look().fov).toBeCloseTo(straightAhead.fov)
  })

  it('two pointers at the same position do not divide by zero', () => {
    const { look, point } = viewed()
    point('pointerdown', { id: 1 })
    point('pointerdown', { id: 2 })
    point('pointermove', { id: 2, x: 2 })
    expect(Number.isFinite(look().fov)).toBe(true)
  })

  it('a pinch starts no motion, and the remaining pointer continues to drag', () => {
    const { look, release, point } = viewed()
    point('pointerdown', { id: 1, x: 100 })
    point('pointerdown', { id: 2, x: 200 })
    point('pointermove', { id: 2, x: 210, at: 10 })
    point('pointerup', { id: 2, x: 210, at: 12 })
    expect(release.mock.calls).toEqual([[noMotion], [noMotion]])
    point('pointermove', { id: 1, x: 120, at: 20 })
    expect(look().yaw).toBeLessThan(0)
  })
})

describe('the wheel', () => {
  it('the wheel scrolls the page until the view has the focus, then zooms', () => {
    const { element, look, wheel } = viewed()
    expect(wheel(-600)).toBe(false)
    expect(look()).toEqual(straightAhead)
    element.focus()
    expect(wheel(-600)).toBe(true)
    expect(look().fov).toBeCloseTo(straightAhead.fov / Math.E)
  })

  it('the wheel zooms in full screen within the limits of the field of view', () => {
    const { look, wheel, element } = viewed()
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: element })
    for (let times = 0; times < 20; times++) wheel(-600)
    expect(look().fov).toBe(25)
    for (let times = 0; times < 20; times++) wheel(600)
    expect(look().fov).toBe(105)
    Reflect.deleteProperty(document, 'fullscreenElement')
  })
})

it('removes all listeners of gestures when the view is unmounted', () => {
  const { element, look, stop, point, wheel } = viewed()
  element.focus()
  stop()
  point('pointerdown', {})
  point('pointermove', { x: 50 })
  expect(wheel(600)).toBe(false)
  expect(look()).toEqual(straightAhead)
})
