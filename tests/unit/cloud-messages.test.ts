import type { FastifyBaseLogger } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { createPush } from '~/server/platform/realtime/push'
import { type CloudMessaging, startCloudMessaging } from '~/tests/support/server/cloud-messaging'

let service: CloudMessaging
let env: Record<string, string>

beforeEach(async () => {
  service = await startCloudMessaging()
  env = {
    ...{ FIREBASE_PROJECT_ID: 'demo-vecto', FIREBASE_EMULATOR: '1', FIREBASE_ACCOUNTS: '1' },
    ...{ FIREBASE_PANEL_ORIGIN: 'https://panel.example', FIREBASE_MESSAGING_HOST: service.host },
  }
})
afterEach(() => service.stop())

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
    expect(service.received).toEqual([
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
    const body = { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } }
    service.answerWith({ status: 404, body })
    const { send, warn, forget } = pushWith('token-of-no-browser')
    await send()
    expect(forget).toHaveBeenCalledWith('token-of-no-browser')
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    [403, { error: { message: 'Cloud Messaging API has not been used' } }],
    [500, {}],
  ])('a refusal with %i is logged only, and the token stays', async (status, body) => {
    service.answerWith({ status, body })
    const { send, warn, forget } = pushWith('token-of-a-browser')
    await expect(send()).resolves.toBeUndefined()
    expect(warn).toHaveBeenCalledWith(
      expect.objectContaining({ user: 'grace', error: expect.stringContaining(`answered ${status}`) }),
      'a push message was not taken',
    )
    expect(forget).not.toHaveBeenCalled()
  })

  it('sends no message without Firebase accounts, nor to a subscription of Web Push', async () => {
    await pushWith('token-of-a-browser', { FIREBASE_ACCOUNTS: '0' }).send()
    await pushWith('{"endpoint":"https://fcm.googleapis.com/x"}').send()
    expect(service.received).toEqual([])
  })
})
