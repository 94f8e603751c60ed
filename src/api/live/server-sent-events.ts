import { createParser } from 'eventsource-parser'

export type ServerSentEvent = { readonly event: string; readonly data: string }

/** Parses server-sent events from text chunks that may be split anywhere. */
export const eventReader = (onEvent: (event: ServerSentEvent) => void) => {
  const parser = createParser({ onEvent: ({ event = 'message', data }) => onEvent({ event, data }) })
  return (piece: string) => parser.feed(piece)
}
