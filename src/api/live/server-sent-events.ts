export type ServerSentEvent = { readonly event: string; readonly data: string }

const END_OF_LINE = /\r\n|\r|\n/

const readBlock = (block: string): ServerSentEvent | null => {
  const fields: { event: string; data: string[] } = { event: 'message', data: [] }
  for (const line of block.split(END_OF_LINE)) {
    const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? []
    if (name === 'event') fields.event = value
    if (name === 'data') fields.data.push(value)
  }
  return fields.data.length > 0 ? { event: fields.event, data: fields.data.join('\n') } : null
}

/** Reads server-sent events from text that comes in pieces, cut anywhere. Comments tell nothing. */
export const eventReader = (tell: (event: ServerSentEvent) => void) => {
  let rest = ''
  return (piece: string) => {
    const blocks = (rest + piece).split(/\r\n\r\n|\n\n|\r\r/)
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = readBlock(block)
      if (event) tell(event)
    }
  }
}
