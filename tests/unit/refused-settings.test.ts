import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { readConfig } from '~/server/platform/config/config'
import { senderIn } from '~/server/platform/config/integration-settings'
import { explainListening } from '~/server/platform/config/operation-settings'
import { explainConnection } from '~/server/platform/database/errors'

type Env = Readonly<Record<string, string>>

const read = (env: Env) => readConfig(env, 'test')
const db = (rest: string) => ({ DATABASE_URL: `postgres://vecto:secret-word@db.example:5432/vecto${rest}` })

describe('settings that cannot work', () => {
  it.each<[Env, RegExp]>([
    [db('?sslmode=required'), /sslmode=required is unknown; it takes verify-full/],
    [db('?ssl=false'), /ssl=false is unknown; write sslmode=verify-full, or sslmode=disable/],
    [db('?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'), /sslrootcert=\/nowhere\/ca.pem cannot be read/],
    [db('#fragment'), /DATABASE_URL=… is refused: it takes a PostgreSQL address/],
    [{ DATABASE_URL: 'postgres://vecto@db.example:port/vecto' }, /it takes a PostgreSQL address/],
    [{ DATABASE_URL: 'postgres://vecto@::1/vecto' }, /it takes a PostgreSQL address/],
    [{ SMTP_URL: 'smtp://we:secret-word@mail.example:465' }, /port 465 begins with TLS; write smtps:/],
    [{ SMTP_URL: 'smtps://we:secret-word@mail.example:587' }, /port 587 begins without TLS.*write smtp:/],
    [{ SMTP_URL: 'smtps://mail.example:25' }, /port 25 begins without TLS/],
    [{ SMTP_URL: 'smtp://we@mail.example:587' }, /a user takes a password/],
    [{ SMTP_URL: 'smtp://:secret-word@mail.example:587' }, /a password a user/],
    [{ SMTP_URL: 'smtp://mail.example?requireTLS=yes' }, /its requireTLS takes true or false/],
    [{ MAIL_FROM: 'a@example.com, b@example.com' }, /the one address that e-mails come from/],
    [{ MAIL_FROM: 'Vecto: no-reply@example.com' }, /the one address that e-mails come from/],
    [{ PUBLIC_URL: 'https://example.com/admin' }, /cannot be served below a path/],
    [{ PUBLIC_URL: 'https://example.com/?a=1' }, /a host of its own/],
    [{ PUBLIC_URL: 'https://u:p@example.com' }, /a host of its own/],
    [{ BASE_PATH: '/admin/' }, /BASE_PATH=\/admin\/ is refused: the panel cannot be served below a path/],
    [{ HOST: 'http://127.0.0.1' }, /HOST=http:\/\/127.0.0.1 is refused: it takes an address/],
    [{ HOST: '127.0.0.1:80' }, /it takes an address to listen on/],
    [{ HOST: '[::1]:80' }, /it takes an address to listen on/],
    [{ FIREBASE_STORAGE_BUCKET: 'a.appspot.com' }, /it takes a FIREBASE_PROJECT_ID, whose bucket that is/],
    [
      { FIREBASE_STORAGE_BUCKET: 'a.appspot.com', FIREBASE_PROJECT_ID: 'demo-a', FIREBASE_EMULATOR: '1' },
      /with FIREBASE_EMULATOR=1 it takes a FIREBASE_STORAGE_EMULATOR_HOST/,
    ],
    [{ METRICS_HOST: '127.0.0.1' }, /METRICS_HOST is refused: it takes a METRICS_PORT/],
    [{ PORT: '9464', METRICS_PORT: '9464' }, /METRICS_PORT=9464 is refused: it is PORT too/],
    [
      { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'ASIAXX', S3_SECRET_ACCESS_KEY: 'secret-word' },
      /temporary key, which takes an S3_SESSION_TOKEN/,
    ],
    [{ S3_SESSION_TOKEN: 'secret-word' }, /takes the S3_ACCESS_KEY_ID that it belongs to/],
  ])('refuses the setting %j at the start', (env, message) => {
    expect(() => read(env)).toThrow(message)
    expect(() => read(env)).not.toThrow(/secret-word/)
  })
})

describe('alternative forms of settings', () => {
  it.each([
    ['p@s/s#w', 'p%40s%2Fs%23w'],
    ['p%40s', 'p%40s'],
    ['100%', '100%25'],
    ['a?b=c&d', 'a%3Fb%3Dc%26d'],
    ['a:b@c', 'a%3Ab%40c'],
    ['sp ace', 'sp%20ace'],
    ['[x]\\^"', '%5Bx%5D%5C%5E%22'],
    ['é', '%C3%A9'],
  ])('encodes the password %s in a URL as %s', (password, encoded) => {
    const { DATABASE_URL = '' } = read({
      DATABASE_URL: `postgres://vecto:${password}@db.example:5432/vecto?sslmode=disable`,
    })
    expect(DATABASE_URL).toBe(`postgres://vecto:${encoded}@db.example:5432/vecto?sslmode=disable`)
    const client = new pg.Client({ connectionString: DATABASE_URL })
    const plain = password === 'p%40s' ? 'p@s' : password
    expect([client.password, client.host, client.database]).toEqual([plain, 'db.example', 'vecto'])
    const { SMTP_URL = '' } = read({ SMTP_URL: `smtp://we:${password}@mail.example:587` })
    expect([decodeURIComponent(new URL(SMTP_URL).password), new URL(SMTP_URL).host]).toEqual([
      plain,
      'mail.example:587',
    ])
  })

  it.each([
    'postgres://vecto@[::1]:5432/vecto',
    'postgres://vecto@one:5432,[fe80::1]:5433/vecto?target_session_attrs=read-write',
    'postgres:///vecto?host=/var/run/postgresql',
    'postgres://db.example/vecto?application_name=a@b',
    'postgres://vecto:word@db.example/vecto?options=-c%20x=y&application_name=a@b',
  ])('leaves the URL %s unchanged', DATABASE_URL => {
    expect(read({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL)
  })

  it('trims a line break after a value, as in files of secrets', () => {
    expect(read({ METRICS_TOKEN: 'sixteen-signs-ok\n' }).METRICS_TOKEN).toBe('sixteen-signs-ok')
  })

  it('accepts an IPv6 address in brackets and normalizes the public URL', () => {
    expect(read({ HOST: '[::1]' }).HOST).toBe('::1')
    expect(read({ HOST: '::' }).HOST).toBe('::')
    expect(read({ HOST: 'localhost' }).HOST).toBe('localhost')
    expect(read({ PUBLIC_URL: 'https://Admin.Example.com:443/' }).PUBLIC_URL).toBe(
      'https://admin.example.com',
    )
    expect(read({ PUBLIC_URL: 'http://[::1]:1337' }).PUBLIC_URL).toBe('http://[::1]:1337')
  })

  it('uses AWS_SESSION_TOKEN only with the access key of the environment', () => {
    const keys = { S3_BUCKET: 'files', S3_ACCESS_KEY_ID: 'ASIAXX', S3_SECRET_ACCESS_KEY: 's' }
    const own = { AWS_ACCESS_KEY_ID: 'ASIAXX', AWS_SESSION_TOKEN: 'token' }
    expect(read({ ...keys, ...own }).S3_SESSION_TOKEN).toBe('token')
    expect(read({ ...keys, S3_ACCESS_KEY_ID: 'AKIAYY', ...own }).S3_SESSION_TOKEN).toBeUndefined()
  })

  it.each([
    ['Vecto <a@example.com>', 'Vecto', 'a@example.com'],
    ['"Vecto: 3D, Inc." <a@example.com>', 'Vecto: 3D, Inc.', 'a@example.com'],
    ['Vecto: staff; <a@example.com>', 'Vecto: staff;', 'a@example.com'],
    ['Équipe @ Vecto <a@example.com>', 'Équipe @ Vecto', 'a@example.com'],
    ['a@example.com', '', 'a@example.com'],
    ['<a@example.com>', '', 'a@example.com'],
  ])('parses the sender %s as the name %s and the address %s', (text, name, address) => {
    expect(senderIn(text)).toEqual({ name, address })
    expect(read({ MAIL_FROM: text }).MAIL_FROM).toBe(text)
  })

  it('accepts a readable file of certificates', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'vecto-ca-')), 'ca.pem')
    writeFileSync(file, '')
    expect(read(db(`?sslmode=verify-full&sslrootcert=${file}`)).DATABASE_URL).toContain(file)
  })
})

describe('explanations of system errors', () => {
  it.each([
    ['EADDRINUSE', /set another PORT/],
    ['EACCES', /set a PORT from 1024/],
    ['EADDRNOTAVAIL', /is no address of this machine/],
    ['ENOTFOUND', /is a name that this machine does not know/],
  ])('suggests a remedy when listening fails with %s', (code, remedy) => {
    expect(explainListening({ code, message: 'x' }, '10.9.9.9', 80)).toMatch(remedy)
  })

  it.each<[Partial<{ code: string }>, string, RegExp]>([
    [{}, 'The server does not support SSL connections', /write sslmode=disable/],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'self-signed certificate', /sslrootcert=.*sslmode=no-verify/],
    [{ code: '28P01' }, 'password authentication failed for user "x"', /compare the user and the password/],
    [{ code: '28000' }, 'no pg_hba.conf entry for host "::1", no encryption', /add sslmode=verify-full/],
    [{ code: '3D000' }, 'database "x" does not exist', /create database/],
    [{ code: 'ENOTFOUND' }, 'getaddrinfo ENOTFOUND db', /host name of DATABASE_URL is unknown/],
    [{}, 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', /requires a password/],
  ])('suggests a remedy when the database connection fails with %j %s', (code, message, remedy) => {
    const explained = explainConnection(Object.assign(new Error(message), code))
    expect(explained.message).toMatch(remedy)
    expect(explained.message).toContain(message)
  })
})
