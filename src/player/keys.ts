import { ahead, type Look, turned, zoomed } from './look'
import type { Transport } from './transport'

type Place = {
  readonly transport: Transport
  readonly rate: number
  readonly look: () => Look
  readonly setLook: (look: Look) => void
}

/** Degrees that an arrow turns by. */
const TURN = 6
const NEARER = 1.15

const looking =
  (change: (look: Look) => Look) =>
  ({ look, setLook }: Place) =>
    setLook(change(look()))

/** What each key does while the view has the focus. */
const commands: Readonly<Record<string, (place: Place) => void>> = {
  ArrowLeft: looking(look => turned(look, -TURN, 0)),
  ArrowRight: looking(look => turned(look, TURN, 0)),
  ArrowUp: looking(look => turned(look, 0, TURN)),
  ArrowDown: looking(look => turned(look, 0, -TURN)),
  '+': looking(look => zoomed(look, NEARER)),
  '=': looking(look => zoomed(look, NEARER)),
  '-': looking(look => zoomed(look, 1 / NEARER)),
  Home: looking(() => ahead),
  ' ': ({ transport }) => transport.toggle(),
  ',': ({ transport, rate }) => void transport.step(-1, rate),
  '.': ({ transport, rate }) => void transport.step(1, rate),
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'preventDefault'>

/** Does what the key stands for; keys with another meaning are left alone. */
export const obeyKey = (event: Pressed, place: Place) => {
  const command = commands[event.key]
  if (!command || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  command(place)
}
