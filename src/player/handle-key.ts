import { isComposing, latinKey } from '~/src/ui/shortcut'
import type { Transport } from './transport'
import { straightAhead, turn, type ViewDirection, zoom } from './view-direction'

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
