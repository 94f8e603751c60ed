import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { createPush } from '~/server/platform/realtime/push'

/** A service at the address of Cloud Messaging, which has no emulator. */
let service: Server
let env: Record<string, string>
let answer: { readonly status: number; readonly body: object }
let received: { readonly url: string; readonly authorization: string | undefined; readonly body: unknown }[]

beforeEach(async () => {
  received = []
  answer = { status: 200, body: { name: 'projects/demo-vecto/messages/1' } }
  service = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { url = '', headers } = request
    received.push({ url, authorization: headers.authorization, body: JSON.parse(text) })
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer.body))
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  const address = service.address()
  const port = typeof address === 'object' ? address?.port : undefined
  env = {
    ...{ FIREBASE_PROJECT_ID: 'demo-vecto', FIREBASE_EMULATOR: '1', FIREBASE_ACCOUNTS: '1' },
    ...{ FIREBASE_PANEL_ORIGIN: 'https://panel.example', FIREBASE_MESSAGING_HOST: `127.0.0.1:${port}` },
  }
})
afterEach(() => service.close())

const pushWith = (token: string, more: Record<string, string> = {}) => {
  const [warn, forget] = [vi.fn(), vi.fn(async () => undefined)]
  const log = { warn } as unknown as FastifyBaseLogger
  const push = createPush(readConfig({ ...env, ...more }, 'test'), { find: async () => token, forget }, log)
  const notification = { user: 'grace', id: 'n1', title: 'A 3D video is ready', path: '/video3d', at: '' }
  return { send: () => push.send(notification), warn, forget }
}

describe('messages of a Firebase project', () => {
  it('reach the token of the user’s browser, with the page that they are about', async () => {
    await pushWith('token-of-a-browser').send()
    expect(received).toEqual([
      {
        url: '/v1/projects/demo-vecto/messages:send',
        authorization: 'Bearer owner',
        body: {
          message: {
            token: 'token-of-a-browser',
            notification: { title: 'A 3D video is ready' },
            data: { id: 'n1', title: 'A 3D video is ready' },
            webpush: { fcm_options: { link: 'https://panel.example/video3d' } },
          },
        },
      },
    ])
  })

  it('a token that Firebase calls dead is forgotten, without a warning', async () => {
    answer = {
      status: 404,
      body: { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } },
    }
    const { send, warn, forget } = pushWith('token-of-no-browser')
    await send()
    expect(forget).toHaveBeenCalledWith('token-of-no-browser')
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    [403, { error: { message: 'Cloud Messaging API has not been used' } }],
    [500, {}],
  ])('a refusal with %i is logged only, and the token stays', async (status, body) => {
    answer = { status, body }
    const { send, warn, forget } = pushWith('token-of-a-browser')
    await expect(send()).resolves.toBeUndefined()
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ user: 'grace', error: expect.stringContaining(`answered ${status}`) }),
      'a push message was not taken',
    )
    expect(forget).not.toHaveBeenCalled()
  })

  it('are not sent where Firebase is not told of users, nor to a subscription of Web Push', async () => {
    await pushWith('token-of-a-browser', { FIREBASE_ACCOUNTS: '0' }).send()
    await pushWith('{"endpoint":"https://fcm.googleapis.com/x"}').send()
    expect(received).toEqual([])
  })
})
