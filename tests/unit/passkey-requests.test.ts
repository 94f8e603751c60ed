import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { panelOrigin, passkeyHost } from '~/server/features/auth/panel-origin'
import { assertion, registration, relyingParty, verified } from '~/server/features/auth/passkeys/passkeys'

type Seen = Pick<FastifyRequest, 'protocol' | 'host'>

const seen = (host: string, protocol: Seen['protocol'] = 'https'): Seen => ({ protocol, host })

describe('the origin of the panel', () => {
  it.each([
    [undefined, seen('panel.example'), 'https://panel.example'],
    [undefined, seen('panel.example:8443'), 'https://panel.example:8443'],
    [undefined, seen('localhost:3000', 'http'), 'http://localhost:3000'],
    ['https://admin.example.com', seen('10.0.0.7', 'http'), 'https://admin.example.com'],
    ['https://admin.example.com/some/path', seen('10.0.0.7'), 'https://admin.example.com'],
    ['https://admin.example.com:443', seen('other'), 'https://admin.example.com'],
  ])('the panel’s origin with PUBLIC_URL %s for the request %j is %s', (url, request, origin) => {
    expect(panelOrigin({ PUBLIC_URL: url }, request)).toBe(origin)
  })
})

describe('the host that passkeys are bound to', () => {
  it.each([
    ['panel.example', 'panel.example'],
    ['Panel.Example:8443', 'panel.example'],
    ['localhost:3000', 'localhost'],
    ['müller.example', 'xn--mller-kva.example'],
    ['127.0.0.1:3000', undefined],
    ['127.1', undefined],
    ['0x7f000001', undefined],
    ['[::1]:3000', undefined],
    ['[2001:db8::7]', undefined],
  ])('the passkey host for a request to %j is %s', (host, bound) => {
    expect(passkeyHost({ PUBLIC_URL: undefined }, seen(host))).toBe(bound)
  })

  it.each(['', ' ', 'a b', 'a<b', '[::1', 'panel.example:port', ':3000', 'a%'])(
    'returns no passkey host for the invalid host %j',
    host => {
      expect(passkeyHost({ PUBLIC_URL: undefined }, seen(host))).toBeUndefined()
    },
  )

  it('takes the passkey host from PUBLIC_URL, whatever the request’s host is', () => {
    const config = { PUBLIC_URL: 'https://admin.example.com' }
    for (const host of ['', 'evil.example', '10.0.0.7'])
      expect(passkeyHost(config, seen(host))).toBe('admin.example.com')
    expect(passkeyHost({ PUBLIC_URL: 'https://10.0.0.7' }, seen('panel.example'))).toBeUndefined()
  })
})

describe('the relying party of passkeys', () => {
  it('allows the request’s host over https and http as relying party without PUBLIC_URL', async () => {
    expect(await relyingParty({ PUBLIC_URL: undefined }, seen('panel.example:8443', 'http'))).toMatchObject({
      host: 'panel.example',
      origins: ['https://panel.example:8443', 'http://panel.example:8443'],
    })
  })

  it('allows only the configured origin as relying party', async () => {
    const config = { PUBLIC_URL: 'https://admin.example.com' }
    expect(await relyingParty(config, seen('evil.example'))).toMatchObject({
      host: 'admin.example.com',
      origins: ['https://admin.example.com'],
    })
  })

  it.each(['10.0.0.7', '[::1]', 'a b'])(
    'responds with 404 when passkeys are impossible at %s',
    async host => {
      await expect(relyingParty({ PUBLIC_URL: undefined }, seen(host))).rejects.toMatchObject({ status: 404 })
    },
  )
})

describe('the verification of a passkey', () => {
  it('returns passkey_refused with the verifier’s message', async () => {
    const failing = Promise.reject(new Error('Unexpected origin'))
    await expect(verified(failing)).rejects.toMatchObject({
      code: 'passkey_refused',
      message: 'The passkey was refused: Unexpected origin',
    })
    await expect(verified(Promise.resolve({ verified: false }))).rejects.toMatchObject({ status: 403 })
    expect(await verified(Promise.resolve({ verified: true, at: 1 }))).toEqual({ verified: true, at: 1 })
  })
})

const key = { id: 'AQ-_', rawId: 'AQ-_', type: 'public-key' }
const signed = { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' }
const made = { clientDataJSON: 'e30', attestationObject: 'AA' }

describe('the response of a browser', () => {
  it('strips unknown keys and extension results from a registration response', () => {
    const sent = { ...key, authenticatorAttachment: 'platform', clientExtensionResults: { credProps: {} } }
    expect(registration.parse({ ...sent, response: { ...made, publicKey: 'AA' } })).toEqual({
      ...{ ...key, response: made, clientExtensionResults: {} },
    })
  })

  it.each([
    [undefined, undefined],
    [null, undefined],
    ['dXNlcg', 'dXNlcg'],
  ])('parses the user handle %j as %j', (userHandle, read) => {
    expect(assertion.parse({ ...key, response: { ...signed, userHandle } }).response.userHandle).toBe(read)
  })

  it.each([
    ['an id of 20,000 letters', { id: 'A'.repeat(20_000) }, true],
    ['an id of 20,001 letters', { id: 'A'.repeat(20_001) }, false],
    ['an empty id', { id: '' }, false],
    ['an id in plain base64', { id: 'AQ+/' }, false],
    ['padding', { id: 'AQ==' }, false],
    ['a line break at its end', { id: 'AQ\n' }, false],
    ['an id that is no string', { id: 7 }, false],
    ['another type', { type: 'password' }, false],
    ['no raw id', { rawId: undefined }, false],
    ['no response', { response: undefined }, false],
    ['no signature', { response: { ...signed, signature: undefined } }, false],
    ['a user handle that is no string', { response: { ...signed, userHandle: {} } }, false],
  ])('validates a sign-in response with %s: accepted %s', (_name, change, accepted) => {
    expect(assertion.safeParse({ ...key, response: signed, ...change }).success).toBe(accepted)
  })

  it.each([
    ['none', undefined, true],
    ['ten', Array(10).fill('usb'), true],
    ['eleven', Array(11).fill('usb'), false],
    ['one of 40 letters', ['x'.repeat(40)], true],
    ['one of 41', ['x'.repeat(41)], false],
    ['a number', [1], false],
  ])(
    'validates a registration response with %s as transports: accepted %s',
    (_name, transports, accepted) => {
      const sent = { ...key, response: { ...made, transports } }
      expect(registration.safeParse(sent).success).toBe(accepted)
    },
  )
})
