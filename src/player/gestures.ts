import { keysOf } from '~/model/objects'
import { drag, noMotion, type Speed, type ViewDirection, zoom } from './view-direction'

type Point = { readonly x: number; readonly y: number; readonly at: number }

type View = {
  readonly look: () => ViewDirection
  readonly setLook: (look: ViewDirection) => void
  readonly letGo: (speed: Speed) => void
}

/** Milliseconds: a finger that rests this long before it lifts does not throw the view. */
const RESTED = 60

const pointOf = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): Point => ({ x, y, at })

const distanceBetween = (points: readonly Point[]) => {
  const [one, other] = points
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}

const speedBetween = (from: Point, to: Point): Speed => {
  const elapsed = Math.max(1, to.at - from.at)
  return { across: (to.x - from.x) / elapsed, down: (to.y - from.y) / elapsed }
}

/** Touch and mouse on the view: one pointer drags, two pinch, a release throws if `throws` allows it. */
const followPointers = (element: HTMLElement, view: View, throws: () => boolean) => {
  const down = new Map<number, Point>()
  let speed = noMotion
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    down.set(event.pointerId, pointOf(event))
    speed = noMotion
    view.letGo(noMotion)
  }
  const move = (event: PointerEvent) => {
    const before = down.get(event.pointerId)
    if (!before) return
    const wide = distanceBetween([...down.values()])
    const point = pointOf(event)
    down.set(event.pointerId, point)
    if (down.size > 1)
      return view.setLook(zoom(view.look(), distanceBetween([...down.values()]) / Math.max(1, wide)))
    speed = speedBetween(before, point)
    view.setLook(drag(view.look(), point.x - before.x, point.y - before.y, element.clientHeight))
  }
  const lift = (event: PointerEvent) => {
    const last = down.get(event.pointerId)
    down.delete(event.pointerId)
    if (last && down.size === 0 && throws() && event.timeStamp - last.at < RESTED) view.letGo(speed)
  }
  return { pointerdown: press, pointermove: move, pointerup: lift, pointercancel: lift }
}

/** The wheel delta that zooms by a factor of e. */
const NOTCH = 600

/** The wheel zooms once the view has the focus or is in full screen; otherwise the page scrolls. */
const followWheel = (element: HTMLElement, view: View) => (event: WheelEvent) => {
  if (!element.contains(document.activeElement) && !document.fullscreenElement) return
  event.preventDefault()
  view.setLook(zoom(view.look(), Math.exp(-event.deltaY / NOTCH)))
}

/** @returns a function that stops it */
export const followGestures = (element: HTMLElement, view: View, throws: () => boolean) => {
  const pointers = followPointers(element, view, throws)
  const wheel = followWheel(element, view)
  for (const name of keysOf(pointers)) element.addEventListener(name, pointers[name])
  element.addEventListener('wheel', wheel, { passive: false })
  return () => {
    for (const name of keysOf(pointers)) element.removeEventListener(name, pointers[name])
    element.removeEventListener('wheel', wheel)
  }
}
