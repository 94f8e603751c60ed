import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '~/server/platform/config/config'
import { addKey, keysOf, readKeys, rotatedSetting, SecretError } from '~/server/platform/crypto/secret-keys'
import { hashToken, newSessionToken, newUid } from '~/server/platform/crypto/tokens'
import { hostsOf, isChosen } from '~/server/platform/database/primary'

const folder = () => mkdtempSync(join(tmpdir(), 'vecto-start-'))

describe('settings', () => {
  it('applies defaults to settings and treats an empty value as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }, '1')).toMatchObject({
      PORT: 1337,
      HOST: '0.0.0.0',
      DEMO: true,
      TELL_UNKNOWN_USER: true,
    })
    expect(readConfig({ PUBLIC_URL: 'https://a.example/' }, '1').PUBLIC_URL).toBe('https://a.example')
  })

  it('treats blank settings as absent, since a blank would be read as the number 0', () => {
    const blank = { PORT: ' ', TRASH_DAYS: '  ', WORKER_JOBS: '\t', HOST: ' ' }
    expect(readConfig(blank, '1')).toEqual(readConfig({}, '1'))
  })

  it('reports all invalid settings in one error without showing passwords', () => {
    const read = () => readConfig({ PORT: 'x', DEMO: 'maybe', DEMO_PASSWORD: 'tiny' }, '1')
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/PORT=x[\s\S]*DEMO=maybe/)
    expect(read).not.toThrow(/tiny/)
  })
})

describe('push services', () => {
  it('accepts host names of push services in any case and stores them in lower case', () => {
    const names = { PUSH_SERVICES: 'Push.Example.com,other.example' }
    expect(readConfig(names, 'test').PUSH_SERVICES).toEqual(['push.example.com', 'other.example'])
  })
})

describe('the settings of a bucket', () => {
  const read = (env: Record<string, string>) => () => readConfig(env, 'test')

  it('rejects bucket settings that lack another setting they depend on', () => {
    expect(read({ S3_ENDPOINT: 'https://s3.example.com' })).toThrow(/takes an S3_BUCKET/)
    const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'id' }
    expect(read(keys)).toThrow(/each takes the other/)
    expect(read({ S3_BUCKET: 'Not a bucket' })).toThrow(/the name of a bucket/)
    expect(read({ ...keys, S3_SECRET_ACCESS_KEY: 's' })).not.toThrow()
  })

  it('normalizes the bucket prefix to end with a slash', () => {
    const prefixOf = (S3_PREFIX: string) => readConfig({ S3_BUCKET: 'files', S3_PREFIX }, 'test').S3_PREFIX
    expect(['', 'a', 'a/', 'a/b'].map(prefixOf)).toEqual(['', 'a/', 'a/', 'a/b/'])
  })

  it('hides secret settings in configuration errors', () => {
    expect(read({ S3_SECRET_ACCESS_KEY: 'hidden', S3_BUCKET: '!' })).not.toThrow(/hidden/)
    expect(read({ METRICS_TOKEN: 'short' })).toThrow(/METRICS_TOKEN=…/)
  })
})

describe('the addresses of the database', () => {
  const read = (env: Record<string, string>) => () => readConfig(env, 'test')

  it('rejects database addresses that lack another one and hides their passwords', () => {
    expect(read({ DATABASE_DIRECT_URL: 'postgres://h/d' })).toThrow(/takes a DATABASE_URL/)
    expect(read({ DATABASE_READ_URL: 'postgres://h/d' })).toThrow(/takes a DATABASE_URL/)
    expect(read({ DATABASE_READ_URL: 'postgres://u:secret@h,g/d' })).toThrow(
      /DATABASE_READ_URL=… is refused: .* one host/,
    )
    expect(read({ DATABASE_URL: 'mysql://u:hidden@h/d' })).toThrow(/DATABASE_URL=… is refused/)
  })

  it('accepts several database hosts only with a target session that accepts writes', () => {
    const several = 'postgres://u:p@one:5432,two:5433/d'
    const of = (attribute: string) => read({ DATABASE_URL: `${several}?target_session_attrs=${attribute}` })
    expect(of('read-write')).not.toThrow()
    expect(of('standby')).toThrow(/is refused/)
    expect(hostsOf(`${several}?x=1`)).toEqual([
      'postgres://u:p@one:5432/d?x=1',
      'postgres://u:p@two:5433/d?x=1',
    ])
    expect(hostsOf('postgresql://one/d')).toEqual(['postgresql://one/d'])
    expect([several, 'postgres://one/d'].map(isChosen)).toEqual([true, false])
  })
})

describe('a server among several', () => {
  it('gives each server on PostgreSQL a worker name of its own', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://x/y' }, '').WORKER_NAME).toBe(
      `${hostname()}-${process.pid}`,
    )
    expect(readConfig({}, '').WORKER_NAME).toBe(hostname())
    expect(readConfig({ WORKER_NAME: 'north' }, '').WORKER_NAME).toBe('north')
  })
})

describe('secret keys', () => {
  it('creates the secret key once, readable by its owner only', () => {
    const place = folder()
    const [key] = readKeys(place)
    expect(Buffer.from(key.secret, 'base64url')).toHaveLength(32)
    expect(readKeys(place)).toEqual([key])
    expect(statSync(join(place, 'secret')).mode & 0o777).toBe(0o600)
    expect(readdirSync(place)).toEqual(['secret'])
  })

  it('rejects a secret file that is empty or holds a key that is too short', () => {
    for (const text of ['', '\n', 'short', '1:', `1:${'a'.repeat(20)}`, `1:${'a'.repeat(43)}\n2:short`]) {
      const place = folder()
      writeFileSync(join(place, 'secret'), text)
      expect(() => readKeys(place)).toThrow(SecretError)
      expect(readFileSync(join(place, 'secret'), 'utf8')).toBe(text)
    }
  })

  it('signs with a new key after rotation and still verifies with earlier ones', () => {
    const place = folder()
    const old = 'b'.repeat(43)
    writeFileSync(join(place, 'secret'), old)
    expect(readKeys(place)).toEqual([{ id: '0', secret: old }])
    expect(addKey(place)).toBe('1')
    expect(readKeys(place)).toMatchObject([{ id: '1' }, { id: '0', secret: old }])
    expect(addKey(place)).toBe('2')
    expect(readKeys(place).map(({ id }) => id)).toEqual(['2', '1', '0'])
  })

  it('reads secret keys from SECRET_KEYS for servers without a shared folder, and rotates them there', () => {
    const place = folder()
    const one = `1:${'a'.repeat(43)}`
    expect(keysOf({ DATA_DIR: place, SECRET_KEYS: one })).toEqual([{ id: '1', secret: 'a'.repeat(43) }])
    expect(readdirSync(place)).toEqual([])
    const next = rotatedSetting(keysOf({ DATA_DIR: place, SECRET_KEYS: one }))
    expect(keysOf({ DATA_DIR: place, SECRET_KEYS: next }).map(({ id }) => id)).toEqual(['2', '1'])
    for (const wrong of ['x', `1:${'a'.repeat(20)}`, `${one},2:short`])
      expect(() => keysOf({ DATA_DIR: place, SECRET_KEYS: wrong })).toThrow(/SECRET_KEYS is refused/)
  })

  it('creates unique session tokens in the format of Parse and stores them as a hash', () => {
    const tokens = Array.from({ length: 100 }, newSessionToken)
    expect(new Set(tokens).size).toBe(100)
    expect(tokens.every(token => /^r:[\w-]{43}$/.test(token))).toBe(true)
    expect(hashToken(tokens[0] ?? '')).not.toContain((tokens[0] ?? '').slice(2))
  })

  it('creates uids of 20 URL-safe characters', () => {
    const uids = Array.from({ length: 1000 }, newUid)
    expect(uids.every(uid => /^[A-Za-z0-9]{20}$/.test(uid))).toBe(true)
    expect(new Set(uids).size).toBe(1000)
  })
})
