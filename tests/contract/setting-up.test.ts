import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findProgram } from '~/server/platform/process/machine'
import { accountToUse, type Cluster, startCluster } from '../support/database/postgres'
import { long } from '../support/process/long'
import { needsPostgres } from '../support/process/needs'
import { command } from '../support/server/backups'
import { compiled } from '../support/server/compiled-server'
import { newDataFolder } from '../support/server/data-folder'
import { freePort } from '../support/server/free-port'
import { startProcess } from '../support/server/server-process'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
})

/** Output of a start that fails. */
const refusal = (env: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'vecto-refused-'))
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiled('server')], {
    env: { ...process.env, DATA_DIR: folder, DEMO: '0', DATABASE_URL: '', LOG_LEVEL: 'warn', ...env },
    encoding: 'utf8',
    timeout: 90_000,
  })
  rmSync(folder, { recursive: true, force: true })
  expect(stderr).not.toContain('    at ')
  return { status, output: stdout + stderr }
}

describe('a server', () => {
  it('a server shuts down gracefully on SIGHUP', long, async () => {
    server = await startServer({ database: 'pglite' })
    const child = server.process()
    const ended = once(child, 'exit')
    child.kill('SIGHUP')
    expect(await ended).toEqual([0, null])
  })

  it('a server listens on an IPv6 address, also in brackets', long, async context => {
    const hasIpv6 = Object.values(networkInterfaces()).some(all =>
      all?.some(({ address }) => address === '::1'),
    )
    context.skip(!hasIpv6, 'this machine has no IPv6')
    const port = await freePort()
    const folder = newDataFolder('ipv6')
    const env = { HOST: '[::1]', PORT: String(port), DATA_DIR: folder, DEMO: '0', DATABASE_URL: '' }
    const url = `http://[::1]:${port}/parse/health`
    const running = await startProcess([compiled('server')], env, url, folder)
    expect((await fetch(url)).status).toBe(200)
    await running.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  it('a server names the port that another program uses', long, async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const PORT = String(typeof address === 'object' && address ? address.port : 0)
    const { status, output } = refusal({ HOST: '127.0.0.1', PORT })
    other.close()
    expect([status, output]).toEqual([1, expect.stringContaining(`Port ${PORT} of 127.0.0.1 is in use`)])
  })

  it('a server names a HOST that is no address of this machine', long, async () => {
    const { status, output } = refusal({ HOST: '203.0.113.9', PORT: String(await freePort()) })
    expect([status, output]).toEqual([1, expect.stringContaining('is no address of this machine')])
  })

  it('a server serves metrics only on the address of HOST', long, async context => {
    const outside = Object.values(networkInterfaces())
      .flatMap(all => all ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address
    context.skip(outside === undefined, 'this machine has one address alone')
    const METRICS_PORT = String(await freePort())
    server = await startServer({ database: 'pglite', env: { METRICS_PORT } })
    expect((await fetch(`http://127.0.0.1:${METRICS_PORT}`)).status).toBe(200)
    await expect(fetch(`http://${outside}:${METRICS_PORT}`)).rejects.toThrow()
  })
})

/** A self-signed certificate for `localhost` that the account of PostgreSQL can read. */
const makeCertificate = (folder: string) => {
  const [key, certificate] = [join(folder, 'server.key'), join(folder, 'server.crt')]
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ],
    { stdio: 'pipe' },
  )
  const account = accountToUse()
  if (account) for (const path of [folder, key, certificate]) chownSync(path, account.uid, account.gid)
  return { key, certificate }
}

if (process.env.TEST_DB === 'postgres')
  describe('the address of the database', () => {
    let plain: Cluster | undefined
    let secured: Cluster | undefined
    let folder: string
    let authority: string

    beforeEach(context => {
      needsPostgres(context)
      context.skip(!findProgram('openssl'), 'openssl is missing: install it')
    })
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'vecto-certificate-'))
      if (!findProgram('openssl')) return
      const { key, certificate } = makeCertificate(folder)
      authority = certificate
      plain = await startCluster().catch(() => undefined)
      secured = await startCluster({
        settings: { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key },
      }).catch(() => undefined)
    })
    afterAll(async () => {
      await plain?.stop()
      await secured?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    const urlOf = (cluster: Cluster | undefined, host: string, parameters = '') => {
      const url = new URL(cluster?.adminUrl ?? '')
      url.hostname = host
      return `${url.href}${parameters}`
    }

    /** Exit of a command that needs the database, which does not wait for it as a server does. */
    const migrate = (DATABASE_URL: string, env: Readonly<Record<string, string>> = {}) =>
      command('migrate', [], { DATABASE_URL, ...env })

    it.each([
      ['verify-full', 'localhost', /No known authority.*sslrootcert=.*sslmode=no-verify/],
      ['require', 'localhost', /No known authority/],
    ])(
      'a connection with sslmode=%s reports how to trust the server’s certificate',
      async (mode, host, message) => {
        const { status, output } = await migrate(urlOf(secured, host, `?sslmode=${mode}`))
        expect([status, output]).toEqual([1, expect.stringMatching(message)])
      },
    )

    it('reports a certificate of another host', async () => {
      const parameters = `?sslmode=verify-full&sslrootcert=${authority}`
      const { status, output } = await migrate(urlOf(secured, '127.0.0.1', parameters))
      expect([status, output]).toEqual([1, expect.stringContaining('is for another host name')])
    })

    it.each([
      ['verify-full and its authority', (file: string) => `?sslmode=verify-full&sslrootcert=${file}`],
      ['no-verify', () => '?sslmode=no-verify'],
    ])('connects with TLS with sslmode=%s', long, async (_mode, parameters) => {
      const { status, output } = await migrate(urlOf(secured, 'localhost', parameters(authority)))
      expect(status, output).toBe(0)
    })

    it('sslmode=verify-full reports a server without TLS', async () => {
      const { status, output } = await migrate(urlOf(plain, 'localhost', '?sslmode=verify-full'))
      expect([status, output]).toEqual([1, expect.stringMatching(/does not offer TLS.*sslmode=disable/)])
    })

    it('a server start reports a database that does not exist, without waiting', async () => {
      const url = Object.assign(new URL(urlOf(plain, '127.0.0.1')), { pathname: '/absent' }).href
      const begun = performance.now()
      const { status, output } = refusal({ DATABASE_URL: url, PORT: String(await freePort()) })
      expect([status, output]).toEqual([
        1,
        expect.stringMatching(/does not exist: make it \(create database/),
      ])
      expect(performance.now() - begun).toBeLessThan(20_000)
    })

    it('accepts a database password with characters reserved in URLs', async () => {
      const url = new URL(urlOf(plain, '127.0.0.1'))
      const role = 'signs'
      const sql = `create role ${role} superuser login password 'p@s/s#w'`
      execFileSync('psql', ['-X', '-q', '-c', sql, url.href], { stdio: 'pipe' })
      const { status, output } = await migrate(`postgres://${role}:p@s/s#w@${url.host}/postgres`)
      expect(status, output).toBe(0)
    })
  })
