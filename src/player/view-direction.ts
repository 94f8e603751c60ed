import { keysOf } from '~/model/objects'
import { withinHalfTurn } from '~/model/video/picture-shape'
import { isComposing, latinKey } from '~/src/ui/keys'
import type { Transport } from './transport'

/** The view direction in degrees: `yaw` to the right, `pitch` up, `fov` the vertical field of view. */
export type ViewDirection = { readonly yaw: number; readonly pitch: number; readonly fov: number }

export const straightAhead: ViewDirection = { yaw: 0, pitch: 0, fov: 75 }

/** Degrees: straight up or down, the yaw would only rotate the image. */
const STEEPEST = 89
const NEAREST = 25
const WIDEST = 105

const between = (least: number, value: number, most: number) => Math.min(most, Math.max(least, value))

/** The yaw stays within ±180, so that long turns do not accumulate. */
export const turn = (look: ViewDirection, right: number, up: number): ViewDirection => ({
  ...look,
  yaw: withinHalfTurn(look.yaw + right),
  pitch: between(-STEEPEST, look.pitch + up, STEEPEST),
})

/** @param times above 1: zooms in */
export const zoom = (look: ViewDirection, times: number): ViewDirection => ({
  ...look,
  fov: between(NEAREST, look.fov / times, WIDEST),
})

/** The dragged point follows the pointer: the height of the view turns by its field of view. */
export const drag = (look: ViewDirection, across: number, down: number, height: number): ViewDirection => {
  const degrees = look.fov / Math.max(1, height)
  return turn(look, -across * degrees, down * degrees)
}

/** Milliseconds in which the momentum of a view loses most of its speed. */
const CALM = 140
/** Pixels per millisecond below which the view stops. */
const STILL = 0.01

export type Speed = { readonly across: number; readonly down: number }
export const noMotion: Speed = { across: 0, down: 0 }

/** The speed after some milliseconds; `noMotion` once it is imperceptible. */
export const slowed = ({ across, down }: Speed, elapsed: number): Speed => {
  const left = Math.exp(-elapsed / CALM)
  const next = { across: across * left, down: down * left }
  return Math.hypot(next.across, next.down) < STILL ? noMotion : next
}

type Point = { readonly x: number; readonly y: number; readonly at: number }

type View = {
  readonly look: () => ViewDirection
  readonly setLook: (look: ViewDirection) => void
  readonly release: (speed: Speed) => void
}

/** Milliseconds: a finger that rests this long before it lifts gives the view no momentum. */
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

/** Touch and mouse on the view: one pointer drags, two pinch, a release adds momentum if `throws` allows it. */
const followPointers = (element: HTMLElement, view: View, throws: () => boolean) => {
  const down = new Map<number, Point>()
  let speed = noMotion
  const press = (event: PointerEvent) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    down.set(event.pointerId, pointOf(event))
    speed = noMotion
    view.release(noMotion)
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
    if (last && down.size === 0 && throws() && event.timeStamp - last.at < RESTED) view.release(speed)
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

type Place = {
  readonly transport: Transport
  readonly rate: number
  readonly look: () => ViewDirection
  readonly setLook: (look: ViewDirection) => void
}

/** Degrees by which an arrow key turns the view. */
const TURN = 6
const NEARER = 1.15

const looking =
  (change: (look: ViewDirection) => ViewDirection) =>
  ({ look, setLook }: Place) =>
    setLook(change(look()))

/** The command of each key while the view has the focus. */
const commands: Readonly<Record<string, (place: Place) => void>> = {
  ArrowLeft: looking(look => turn(look, -TURN, 0)),
  ArrowRight: looking(look => turn(look, TURN, 0)),
  ArrowUp: looking(look => turn(look, 0, TURN)),
  ArrowDown: looking(look => turn(look, 0, -TURN)),
  '+': looking(look => zoom(look, NEARER)),
  '=': looking(look => zoom(look, NEARER)),
  '-': looking(look => zoom(look, 1 / NEARER)),
  Home: looking(() => straightAhead),
  ' ': ({ transport }) => transport.toggle(),
  ',': ({ transport, rate }) => void transport.step(-1, rate),
  '.': ({ transport, rate }) => void transport.step(1, rate),
}

/** Runs the command of a key; keys without one, or with a modifier, are ignored. */
export const handleKey = (event: KeyboardEvent, place: Place) => {
  const command = isComposing(event) ? undefined : commands[latinKey(event)]
  if (!command || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  command(place)
}
