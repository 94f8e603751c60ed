import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { SMTPServer } from 'smtp-server'
import webPush from 'web-push'

/** The self-signed certificate of the SMTP server's library. */
const certificate = () => {
  const { key, cert } = new SMTPServer({ secure: true, logger: false }).options
  return { key, cert }
}

/** A push subscription with its own keys: only it can decrypt its messages. */
const newBrowser = (endpoint: string) => {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') }
  /** RFC 8291. */
  const read = (body: Buffer): unknown => {
    const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0]
    const sender = body.subarray(21, 21 + idLength)
    const sealed = body.subarray(21 + idLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
    const shared = hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32)
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, length))
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
  }
  return { token: JSON.stringify({ endpoint, keys }), read }
}

export type Pushed = {
  readonly path: string
  readonly body: Buffer
  readonly claims: { readonly aud: unknown }
}

const claimsIn = (authorization = '') => {
  const { aud } = decodeJwt(/t=([^,]+)/.exec(authorization)?.[1] ?? '')
  return { aud }
}

/** Starts a push service; `settings` make a server use it. */
export const startPushService = async () => {
  const pushed: Pushed[] = []
  let status = 201
  const server = createServer(certificate(), async (request, response) => {
    const body = await buffer(request)
    pushed.push({ path: request.url ?? '', body, claims: claimsIn(request.headers.authorization) })
    response.writeHead(status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { publicKey, privateKey } = webPush.generateVAPIDKeys()
  return {
    origin,
    pushed,
    browser: (name: string) => newBrowser(`${origin}/${name}`),
    answerWith: (code: number) => {
      status = code
    },
    settings: {
      PUSH_PUBLIC_KEY: publicKey,
      PUSH_PRIVATE_KEY: privateKey,
      PUSH_SERVICES: '127.0.0.1',
      // The certificate of this service is self-signed.
      NODE_TLS_REJECT_UNAUTHORIZED: '0',
    },
    stop: () => new Promise(resolve => server.close(resolve)),
  }
}
