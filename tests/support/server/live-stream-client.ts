import type { Api } from './api'

export type Heard = { readonly event: string; readonly data: Record<string, unknown> }

/** Subscribes to the live stream as the panel does. `heard` collects events; `ended` resolves when it ends. */
export const watch = async (url: string, caller: Pick<Api, 'token'>, query = '') => {
  const leave = new AbortController()
  const response = await fetch(`${url}/parse/stream${query}`, {
    headers: { Authorization: `Bearer ${caller.token}` },
    signal: leave.signal,
  })
  const heard: Heard[] = []
  const read = async () => {
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) {
        const [, event, data] = /^event: (.+)\ndata: (.+)$/.exec(message) ?? []
        if (event && data) heard.push({ event, data: JSON.parse(data) })
      }
    }
  }
  const ended = read().then(
    () => 'ended',
    () => 'left',
  )
  return { status: response.status, headers: response.headers, heard, ended, leave: () => leave.abort() }
}
