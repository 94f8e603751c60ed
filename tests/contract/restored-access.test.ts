import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'
import { type Api, api } from '../support/server/api'
import { command } from '../support/server/backups'
import { emptyInstallation } from '../support/server/file-installation'
import { lastLink } from '../support/server/sent-links'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

const ROOT = 'root@demo.example'

let place: string
let backup: string
let server: TestServer
/** A session and a token that end after the backup, a session that does not, and the key of an unused link. */
let ended: string
let kept: string
let token: string
let hash: string

const signIn = async (url: string) => {
  const { body } = await api(url).post<{ sessionToken: string }>('login', {
    email: ROOT,
    password: demoPassword,
  })
  return body.sessionToken
}
const isValid = async (url: string, secret: string) => (await api(url, secret).get('users/me')).status === 200
const isOpen = async (url: string) => (await api(url).get(`onboarding/reset/${hash}`)).status === 200

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'vecto-access-'))
  backup = join(place, 'backup')
  server = await startServer({ demo: true })
  ;[ended, kept] = [await signIn(server.url), await signIn(server.url)]
  const root: Api = api(server.url, kept)
  const made = await root.post<{ secret: string; uid: string }>('tokens', {
    ...{ name: 'a program', access: 'read', lifetime: '365' },
  })
  token = made.body.secret
  await api(server.url).post('requestPasswordReset', { email: ROOT })
  hash = (await lastLink(root, ROOT)).hash
  expect((await command('backup', [backup], server.env)).status).toBe(0)
  await api(server.url, ended).post('logout')
  await root.del(`tokens/${made.body.uid}`)
  expect([await isValid(server.url, ended), await isValid(server.url, token)]).toEqual([false, false])
  await server.stop()
}, 240_000)
afterAll(() => rmSync(place, { recursive: true, force: true }))

const restored = async (name: string, ...more: string[]) => {
  const env = await emptyInstallation(join(place, name))
  const { status, output } = await command('restore', [backup, ...more], env)
  expect(status).toBe(0)
  return { output, running: await startServer({ dataDir: env.DATA_DIR, env: { ...env, LOG_LEVEL: 'warn' } }) }
}

describe('access after a restore', () => {
  it(
    'a restore ends the sessions, API tokens, unused and public links of the backup, and reports it',
    long,
    async () => {
      const { output, running } = await restored('ended')
      expect(output).toMatch(
        /Ended: \d+ session\(s\), [1-9]\d* API token\(s\), [1-9]\d* unused link\(s\) or codes and [1-9]\d* public link\(s\)/,
      )
      expect(output).toContain('Passwords, second factors and passkeys are those of the backup')
      const { url } = running
      const valid = [
        await isValid(url, ended),
        await isValid(url, kept),
        await isValid(url, token),
        await isOpen(url),
      ]
      expect(valid).toEqual([false, false, false, false])
      const session = await signIn(url)
      const { body } = await api(url, session).get<{ results: { endedAt: string | null }[] }>(
        'sessions?batch=1000',
      )
      expect(body.results.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
      const links = await api(url, session).get<{ results: { status: string }[] }>('public_links?batch=1000')
      expect(links.body.results.length).toBeGreaterThan(3)
      expect(links.body.results.some(({ status }) => status === 'active')).toBe(false)
      await running.stop()
    },
  )

  it('a restore with --keep-sessions keeps sessions, tokens and links, and reports it', long, async () => {
    const { output, running } = await restored('kept', '--keep-sessions')
    expect(output).toContain('are valid, also those that were ended since it was made')
    const { url } = running
    const valid = [
      await isValid(url, ended),
      await isValid(url, kept),
      await isValid(url, token),
      await isOpen(url),
    ]
    expect(valid).toEqual([true, true, true, true])
    await running.stop()
  })
})
