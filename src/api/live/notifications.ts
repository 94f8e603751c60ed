import { isObject } from '~/model/objects'
import type { PushMessage } from '~/src/api/backend'

const readObject = (data: string) => {
  try {
    const said: unknown = JSON.parse(data)
    return isObject(said) ? said : {}
  } catch {
    return {}
  }
}

/** The user's notifications from the server: each once, including those replayed after a lost connection. */
export const showNotifications = (onMessage: (message: PushMessage) => void) => {
  const seen = new Set<string>()
  let last: string | undefined
  const noteTime = (at: unknown) => {
    if (typeof at === 'string') last = at
  }
  return {
    /** ISO time of the server's last message, from which it replays. */
    since: () => last,
    onHello: (data: string) => noteTime(readObject(data).at),
    onNotification: (data: string) => {
      const { id, title, at } = readObject(data)
      if (typeof id !== 'string' || typeof title !== 'string' || seen.has(id)) return
      seen.add(id)
      noteTime(at)
      onMessage({ title, body: '' })
    },
  }
}
