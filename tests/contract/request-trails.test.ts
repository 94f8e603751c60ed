import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, api, login } from '../support/server/api'
import { listAll } from '../support/server/demo-world'
import { lastLink } from '../support/server/sent-links'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

let server: TestServer
let root: Api
let output = ''

beforeAll(async () => {
  server = await startServer({ demo: true, env: { LOG_LEVEL: 'info' } })
  server.process().stdout?.on('data', text => {
    output += text
  })
  root = await login(server.url, 'root@demo.example', demoPassword)
})
afterAll(() => server.stop())

describe('the log', () => {
  it('the log contains the requested routes, but no key, code or signature of a link', async () => {
    const nobody = api(server.url)
    const email = 'logged.person@demo.example'
    const [company] = await listAll(root, 'companies')
    await root.post('user-invite', { email, role: 'viewer', company: { ref: `companies/${company?.uid}` } })
    const { hash, link } = await lastLink(root, email)
    const key = hash.split('-')[1] ?? ''
    await nobody.get(`onboarding/invite/${hash}`)
    await nobody.post(`onboarding/invite/${hash}`, { firstname: 5 })
    await nobody.get(`nothing/at/${hash}`)
    await nobody.get(`onboarding/invite/%zz${hash}`)
    await fetch(new URL(new URL(link).pathname, server.url), { headers: { Accept: 'text/html' } })
    const [media] = await listAll<{ uid: string }>(root, 'medias', { status: 'completed' })
    const { body } = await root.get<{ url: string }>(`dl/medias/${media?.uid}/file`)
    const file = new URL(body.url, server.url)
    const signature = file.searchParams.get('signature') ?? ''
    expect((await fetch(file)).status).toBe(200)
    await root.call('HEAD', `files/${signature}`, { headers: { 'Tus-Resumable': '1.0.0' } })
    await nobody.get('oidc/callback?state=one-time-state&code=one-time-code')
    await nobody.post('oidc/session', { code: 'one-time-code', verifier: 'x' })
    await nobody.get(`config?token=${key}`)
    for (const secret of [key, signature, 'one-time-code', 'one-time-state', root.token ?? ''])
      expect([secret.length > 8, output.includes(secret)]).toEqual([true, false])
    for (const route of ['/parse/onboarding/:type/:hash', '/parse/blob/:id/:name', '/parse/files/:id'])
      expect(output).toContain(`"route":"${route}"`)
  })
})

describe('an answer of the API', () => {
  it('API responses have no-store unless their route sets another cache control', async () => {
    const cachingOf = async (method: string, path: string, headers: Record<string, string> = {}) =>
      (await root.call(method, path, { headers })).headers.get('cache-control')
    for (const path of ['users/me', 'companies', 'health', 'nothing', 'companies/nobody'])
      expect([path, await cachingOf('GET', path)]).toEqual([path, 'no-store'])
    const tus = { 'Tus-Resumable': '1.0.0' }
    expect(await cachingOf('POST', 'files', { ...tus, 'Upload-Length': '1' })).toBe('no-store')
    const [media] = await listAll<{ uid: string }>(root, 'medias', { status: 'completed' })
    const { body } = await root.get<{ url: string }>(`dl2/medias/${media?.uid}/file`)
    const file = await fetch(new URL(body.url, server.url))
    expect([file.status, file.headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('immutable'),
    ])
  })
})
