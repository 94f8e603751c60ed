import { once } from 'node:events'
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

type Received = { readonly url: string; readonly authorization: string | undefined; readonly body: unknown }
type Answer = { readonly status: number; readonly body: object }

/** A service at the address of Cloud Messaging, which has no emulator: `FIREBASE_MESSAGING_HOST`. */
export const startCloudMessaging = async () => {
  const received: Received[] = []
  let answer: Answer = { status: 200, body: { name: 'projects/demo-vecto/messages/1' } }
  const service = createServer(async (request, response) => {
    const { url = '', headers } = request
    received.push({ url, authorization: headers.authorization, body: await json(request) })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    host: `127.0.0.1:${port}`,
    received,
    answerWith: (next: Answer) => {
      answer = next
    },
    stop: () => service.close(),
  }
}

export type CloudMessaging = Awaited<ReturnType<typeof startCloudMessaging>>
