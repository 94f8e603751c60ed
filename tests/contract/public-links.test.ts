import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domainsPerLink, linksPerVecto } from '~/model/public-links'
import { databaseClient } from '../support/database/locked-tables'
import { eventually } from '../support/process/eventually'
import { type Answer, type Api, api } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Ref = { ref: string; label: string }
type Vecto = Found & { name: string; status: string; video: Ref; lowFile: { ref: string } | null }
type PublicLink = Found & {
  name: string
  status: string
  url: string | null
  vecto: Ref
  views: number
  seconds: number
  domains: string[]
  hasPassword: boolean
  expiresAt: string
  code?: string
  fields?: Record<string, string>
}
type Opened = { locked: boolean; name: string; url: string; ticket: string; code?: string }
type Day = { day: string; views: number; seconds: number }

let server: TestServer
let world: DemoWorld
let root: Api
let admin: Api
let vectos: Vecto[]
let client: pg.Client
let addresses = 0

beforeAll(async () => {
  server = await startServer({ demo: true, worker: false, env: { TRUST_PROXY: '1' } })
  world = await demoWorld(server)
  ;[root, admin] = [world.of('root').api, world.of('admin').api]
  vectos = await listAll<Vecto>(admin, 'videos3d', { status: 'completed' })
  client = await databaseClient(server)
})
afterAll(async () => {
  await client?.end()
  await server?.stop()
})

const pathOf = ({ video, uid }: Vecto) => `${video.ref}/vectos/${uid}`
const first = () => vectos[0] as Vecto
const second = () => vectos[1] as Vecto
const share = (body: object = {}, vecto = first(), caller = admin) =>
  caller.post<PublicLink>(`${pathOf(vecto)}/public_links`, { name: 'Website', ...body })
const tokenOf = ({ url }: PublicLink) => url?.split('/').at(-1) ?? ''
const made = async (body: object = {}, vecto = first(), caller = admin) => {
  const answer = await share(body, vecto, caller)
  expect([answer.status, answer.body.fields]).toEqual([201, undefined])
  return answer.body
}

/** A visitor without an account, from a network address of their own. */
const visitor = () => {
  const headers = { 'X-Forwarded-For': `198.51.100.${++addresses}` }
  const caller = api(server.url)
  return {
    open: (token: string, embedder = '') =>
      caller.get<Opened>(`watch/${token}${embedder && `?embedder=${embedder}`}`, headers),
    post: <T = Opened>(path: string, body: object = {}): Promise<Answer<T>> =>
      caller.call<T>('POST', `watch/${path}`, { body, headers }),
  }
}

const play = async (token: string, who = visitor()) => {
  const { ticket } = (await who.open(token)).body
  return (await who.post<{ playback: string }>(`${token}/playbacks`, { ticket })).body.playback
}
const beat = (token: string, playback: string, seconds: unknown) =>
  visitor().post<{ code?: string }>(`${token}/playbacks/${playback}`, { seconds } as object)
const reload = async ({ uid }: PublicLink) => (await admin.get<PublicLink>(`public_links/${uid}`)).body
const daysOf = async (vecto: Vecto) =>
  (await admin.get<{ results: Day[] }>(`${pathOf(vecto)}/playbacks`)).body.results
const today = async (vecto: Vecto) => {
  const day = new Date().toISOString().slice(0, 10)
  return (await daysOf(vecto)).find(each => each.day === day) ?? { day, views: 0, seconds: 0 }
}

describe('a public link', () => {
  it('plays its 3D video without an account, and shows its address only once', async () => {
    const link = await made()
    expect(link.url).toMatch(/\/watch\/[A-Za-z0-9]{20}_[\w-]{43}$/)
    const { status, body } = await visitor().open(tokenOf(link))
    expect([status, body.locked, body.name]).toEqual([200, false, first().name])
    const part = await fetch(server.at(body.url), { headers: { Range: 'bytes=0-99' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect((await part.arrayBuffer()).byteLength).toBe(100)
    expect(await reload(link)).toMatchObject({ url: null, status: 'active', hasPassword: false })
    const { rows } = await client.query(
      'select to_jsonb(l)::text as row from public_links l where uid = $1',
      [link.uid],
    )
    expect(rows[0].row).not.toContain(tokenOf(link).slice(21))
  })

  it('ends after thirty days, or on a date within a year', async () => {
    const day = 86_400_000
    const link = await made()
    expect(Math.round((Date.parse(link.expiresAt) - Date.now()) / day)).toBe(30)
    const dates = [
      ['2020-01-01T00:00:00Z', 'in_the_past'],
      [new Date(Date.now() + 400 * day).toISOString(), 'too_late'],
      ['never', 'invalid'],
    ]
    for (const [expiresAt, code] of dates)
      expect([expiresAt, (await share({ expiresAt })).body.fields]).toEqual([expiresAt, { expiresAt: code }])
    const soon = await made({ expiresAt: new Date(Date.now() + 1500).toISOString() })
    expect((await visitor().open(tokenOf(soon))).status).toBe(200)
    await eventually(
      async () => (await visitor().open(tokenOf(soon))).status,
      status => status === 404,
    )
    expect((await reload(soon)).status).toBe('ended')
  })

  it('answers the same for unknown, ended, revoked and incomplete tokens', async () => {
    const [ended, revoked, other] = [await made(), await made(), await made()]
    await client.query(`update public_links set expires_at = now() - interval '1 s' where uid = $1`, [
      ended.uid,
    ])
    expect((await admin.patch(`public_links/${revoked.uid}/revoke`)).status).toBe(200)
    const secret = tokenOf(other).slice(21)
    const tokens = [
      tokenOf(ended),
      tokenOf(revoked),
      `${revoked.uid}_${secret}`,
      `${other.uid}_${'A'.repeat(43)}`,
      other.uid,
      'x',
      `${tokenOf(other)}x`,
      "'; drop table public_links; --",
    ].map(encodeURIComponent)
    const answers = []
    for (const token of tokens)
      for (const { status, body } of [
        await visitor().open(token),
        await visitor().post(token, { password: 'guess' }),
        await visitor().post(`${token}/playbacks`, { ticket: 'x' }),
        await visitor().post(`${token}/playbacks/x`, { seconds: 1 }),
      ])
        answers.push([status, JSON.stringify(body)])
    const [one] = answers
    expect(one?.[0]).toBe(404)
    expect(answers).toEqual(answers.map(() => one))
  })

  it('a revocation is final, recorded once, and concurrent ones do no harm', async () => {
    const link = await made()
    const answers = await Promise.all([1, 2].map(() => admin.patch(`public_links/${link.uid}/revoke`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const q = encodeURIComponent(JSON.stringify({ object: `public_links/${link.uid}` }))
    const { results } = (await admin.get<{ results: { event: string }[] }>(`events?q=${q}`)).body
    expect(results.map(({ event }) => event).sort()).toEqual(['create', 'update'])
    expect((await admin.patch(`public_links/${link.uid}`, { status: 'active' })).status).toBe(404)
    expect((await visitor().open(tokenOf(link))).status).toBe(404)
  })

  it('gives a visitor no other file, record or route', async () => {
    const link = await made()
    const { url, ticket } = (await visitor().open(tokenOf(link))).body
    const [, id = ''] = /blob\/(\w+)\//.exec(url) ?? []
    const other = second().lowFile?.ref.split('/').at(-1) ?? ''
    if (id) expect((await fetch(server.at(url.replace(id, other)))).status).toBe(403)
    const elsewhere = await made({}, second())
    const stolen = await visitor().post(`${tokenOf(elsewhere)}/playbacks`, { ticket })
    expect(stolen.status).toBe(404)
    const playback = await play(tokenOf(link))
    expect((await beat(tokenOf(elsewhere), playback, 1)).status).toBe(404)
    for (const path of [pathOf(first()), `dl2/${pathOf(first())}/lowFile`, 'public_links'])
      expect([path, (await api(server.url, tokenOf(link)).get(path)).status]).toEqual([path, 401])
  })
})

describe('the password of a public link', () => {
  it('a password is required before a response contains anything about the video, with the limits of sign-in', async () => {
    const link = await made({ password: 'open sesame' })
    const token = tokenOf(link)
    expect((await visitor().open(token)).body).toEqual({ locked: true })
    expect((await visitor().post(token, { password: 'open sesame' })).body.locked).toBe(false)
    expect(await reload(link)).toMatchObject({ hasPassword: true, url: null })
    expect(JSON.stringify(await reload(link))).not.toContain('scrypt')
    const guesses = []
    for (let guess = 0; guess < 12; guess++)
      guesses.push((await visitor().post(token, { password: `guess ${guess}` })).status)
    expect(guesses).toEqual([...Array(10).fill(404), 429, 429])
    const late = await visitor().post(token, { password: 'open sesame' })
    expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await visitor().post(`${token}/playbacks`, {})).status).toBe(404)
  })

  it('a success does not give a guesser further attempts', async () => {
    const token = tokenOf(await made({ password: 'open sesame' }))
    for (let round = 0; round < 10; round++) {
      expect((await visitor().post(token, { password: 'wrong' })).status).toBe(404)
      if (round < 9) expect((await visitor().post(token, { password: 'open sesame' })).status).toBe(200)
    }
    expect((await visitor().post(token, { password: 'wrong' })).status).toBe(429)
  })
})

describe('guessing tokens', () => {
  it('guessing tokens of public links is limited by network address', async () => {
    const who = visitor()
    const answers = []
    for (let guess = 0; guess < 32; guess++)
      answers.push((await who.open(`${'A'.repeat(20)}_${String(guess).padStart(43, '0')}`)).status)
    expect([answers.slice(0, 30).every(status => status === 404), answers.slice(30)]).toEqual([
      true,
      [429, 429],
    ])
  })
})

describe('the input of a public link', () => {
  const long = 'x'.repeat(100_000)

  it.each([
    ['a name that is too long', { name: long }, 'name'],
    ['no name', { name: '' }, 'name'],
    ['a password that is too long', { password: long }, 'password'],
    ['a password that is too short', { password: 'abc' }, 'password'],
    ['a domain that is too long', { domains: [long] }, 'domains'],
    [
      'too many domains',
      { domains: Array.from({ length: domainsPerLink + 1 }, (_, n) => `w${n}.example`) },
      'domains',
    ],
    ['domains that are no list', { domains: 'museum.example' }, 'domains'],
  ])('refuses %s', async (_, body, field) => {
    const { status, body: answer } = await share(body)
    expect([status, Object.keys(answer.fields ?? {})]).toEqual([422, [field]])
  })

  it.each([
    ...['*', '*.museum.example', 'javascript:alert(1)', 'https://museum.example', 'museum.example:8443'],
    ...[
      'museum.example/page',
      'two words',
      "'self'",
      'a;b',
      'a,b',
      'müseum.example',
      '192.0.2.7',
      '[::1]',
      '-a.example',
    ],
    ...['a..b', '.example', 'data:', 'museum.example?x'],
  ])('refuses %j as a domain', async domain => {
    expect((await share({ domains: [domain] })).body.fields).toEqual({ domains: 'not_domain' })
  })

  it('stores domains in lower case, each once', async () => {
    const { domains } = await made({
      domains: ['WWW.Museum.example', 'www.museum.example.', 'xn--mseum-kva.example'],
    })
    expect(domains).toEqual(['www.museum.example', 'xn--mseum-kva.example'])
  })

  it('cannot set what the server decides', async () => {
    for (const more of [
      { views: 9 },
      { secretHash: 'x' },
      { status: 'ended' },
      { hasPassword: true },
      { url: 'x' },
    ])
      expect([more, [400, 403].includes((await share(more)).status)]).toEqual([more, true])
  })
})

describe('who may share a 3D video', () => {
  it('a user who may not change a 3D video gets 403 or 404 for its links', async () => {
    const link = await made()
    for (const role of ['viewer', 'editor', 'manager'] as const) {
      const { api: caller } = world.of(role)
      expect([role, (await share({}, first(), caller)).status]).toEqual([role, 403])
      expect([role, (await caller.get('public_links')).status]).toEqual([role, 403])
      expect([role, (await caller.patch(`public_links/${link.uid}/revoke`)).status]).toEqual([role, 403])
      expect([role, (await caller.get(`${pathOf(first())}/playbacks`)).status]).toEqual([role, 403])
    }
    const { api: stranger } = await world.personNamed('admin2')
    expect((await share({}, first(), stranger)).status).toBe(404)
    expect((await stranger.get(`public_links/${link.uid}`)).status).toBe(404)
    expect((await stranger.patch(`public_links/${link.uid}/revoke`)).status).toBe(404)
    expect((await stranger.del(`public_links/${link.uid}`)).status).toBe(404)
    const theirs = (await stranger.get<{ results: PublicLink[] }>('public_links?batch=1000')).body.results
    expect(theirs.some(({ uid }) => uid === link.uid)).toBe(false)
    const direct = { name: 'Theirs', vecto: { ref: pathOf(first()) } }
    expect((await stranger.post<PublicLink>('public_links', direct)).body.fields).toEqual({
      vecto: 'unknown_record',
    })
  })

  it('an API token reads links, and neither creates nor revokes one', async () => {
    const link = await made()
    const { body } = await admin.post<{ secret: string }>('tokens', {
      name: 'Links',
      access: 'content',
      lifetime: '7',
    })
    const program = api(server.url, body.secret)
    expect((await program.get(`public_links/${link.uid}`)).status).toBe(200)
    expect((await share({}, first(), program)).body.code).toBe('token_access')
    const { status } = await program.patch(`public_links/${link.uid}/revoke`)
    expect(status).toBe(403)
  })

  it('refuses to share a 3D video that is not completed', async () => {
    const failed = (await listAll<Vecto>(admin, 'videos3d', { status: 'ko' }))[0] as Vecto
    expect((await share({}, failed)).body.fields).toEqual({ vecto: 'not_now' })
    const shown = await made({}, second())
    await client.query(`update vectos set status = 'ko' where uid = $1`, [second().uid])
    expect((await visitor().open(tokenOf(shown))).status).toBe(404)
    await client.query(`update vectos set status = 'completed' where uid = $1`, [second().uid])
    expect((await visitor().open(tokenOf(shown))).status).toBe(200)
  })

  it('a link stops while its maker is disabled or has lost the right to change the 3D video', async () => {
    const { uid } = world.of('admin').actor
    const token = tokenOf(await made())
    const is = async (status: number) => expect((await visitor().open(token)).status).toBe(status)
    await is(200)
    await client.query(`update users set status = 'disabled' where uid = $1`, [uid])
    await is(404)
    await client.query(`update users set status = 'active' where uid = $1`, [uid])
    await is(200)
    await client.query(`update users set role = 'viewer' where uid = $1`, [uid])
    await is(404)
    await client.query(`update users set role = 'admin' where uid = $1`, [uid])
    await is(200)
  })

  it('a partner’s link stops when the company closes its data to partners', async () => {
    const { api: partner, actor } = world.of('partner')
    const open = String(world.of('admin').actor.company)
    expect(world.companiesOf(actor, 'open')).toContain(open)
    const token = tokenOf(await made({}, first(), partner))
    expect((await visitor().open(token)).status).toBe(200)
    const closed = await root.patch(`companies/${open}`, { allowPartnerAccess: false })
    expect([closed.status, closed.body]).toMatchObject([200, { allowPartnerAccess: false }])
    expect((await visitor().open(token)).status).toBe(404)
    await root.patch(`companies/${open}`, { allowPartnerAccess: true })
  })

  it('a 3D video has a limited number of links, also for concurrent requests', async () => {
    const vecto = vectos[2] as Vecto
    const { rows } = await client.query('select count(*)::int as n from public_links where vecto_uid = $1', [
      vecto.uid,
    ])
    await client.query(
      `insert into public_links (uid, name, vecto_uid, company_uid, status)
       select 'full' || n, 'x', $1, company_uid, 'revoked' from vectos, generate_series(1, $2::int) n where vectos.uid = $1`,
      [vecto.uid, linksPerVecto - 1 - Number(rows[0].n)],
    )
    const answers = await Promise.all([1, 2, 3].map(() => share({}, vecto)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422])
  })
})

describe('embedding', () => {
  it('refuses an embedded player on websites that the link does not name', async () => {
    const token = tokenOf(await made({ domains: ['www.museum.example'] }))
    const closed = tokenOf(await made())
    expect((await visitor().open(token, 'www.museum.example')).status).toBe(200)
    for (const host of ['evil.example', 'museum.example', 'www.museum.example.evil.example', 'unknown'])
      expect([host, (await visitor().open(token, host)).status]).toEqual([host, 403])
    expect((await visitor().open(closed, 'www.museum.example')).status).toBe(403)
    const locked = tokenOf(await made({ password: 'open sesame', domains: ['www.museum.example'] }))
    const asked = await visitor().post(locked, { password: 'open sesame', embedder: 'evil.example' })
    expect(asked.status).toBe(403)
  })

  it('the page’s own policy names them, and nothing else of the panel may be embedded', async context => {
    context.skip(!existsSync('dist/index.html'), 'The panel is not built')
    const of = async (path: string) => {
      const { headers } = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } })
      const policy = headers.get('content-security-policy') ?? ''
      return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')]
    }
    const named = await made({ domains: ['www.museum.example', 'museum.example'] })
    expect(await of(`/watch/${tokenOf(named)}`)).toEqual(['www.museum.example museum.example', null])
    await admin.patch(`public_links/${named.uid}/revoke`)
    const closed = ["'none'", 'SAMEORIGIN']
    for (const path of [
      `/watch/${tokenOf(named)}`,
      `/watch/${tokenOf(await made())}`,
      '/watch/x',
      '/signin',
      '/home',
    ])
      expect([path, await of(path)]).toEqual([path, closed])
  })
})

describe('views and watch time', () => {
  it('a view is counted on play, for the link and for the day, and not when the page is opened', async () => {
    const link = await made()
    const before = await today(first())
    for (let visit = 0; visit < 3; visit++) await visitor().open(tokenOf(link))
    expect(await reload(link)).toMatchObject({ views: 0, seconds: 0 })
    const playback = await play(tokenOf(link))
    await sleep(1100)
    expect((await beat(tokenOf(link), playback, 1)).status).toBe(200)
    expect(await reload(link)).toMatchObject({ views: 1, seconds: 1 })
    const after = await today(first())
    expect([after.views - before.views, after.seconds - before.seconds]).toEqual([1, 1])
  })

  it('watch time never exceeds the elapsed time, however many reports arrive at once', async () => {
    const link = await made()
    const playback = await play(tokenOf(link))
    await sleep(600)
    await Promise.all(Array.from({ length: 8 }, () => beat(tokenOf(link), playback, 3600)))
    const { rows } = await client.query('select seconds from public_links where uid = $1', [link.uid])
    expect(rows[0].seconds).toBeGreaterThan(0.5)
    expect(rows[0].seconds).toBeLessThan(5)
  })

  it('one report adds at most a little more than a minute', async () => {
    const link = await made()
    const playback = await play(tokenOf(link))
    await client.query(`update playbacks set beat_at = now() - interval '3 hours' where link_uid = $1`, [
      link.uid,
    ])
    await beat(tokenOf(link), playback, 10_000)
    expect((await reload(link)).seconds).toBe(75)
  })

  it('refuses negative, huge and unreadable seconds, and reports without a view', async () => {
    const link = await made()
    const playback = await play(tokenOf(link))
    for (const seconds of [-1, 1e300, 86_401, '5', null, Number.NaN, [1]])
      expect([seconds, (await beat(tokenOf(link), playback, seconds)).status]).toEqual([seconds, 422])
    for (const unknown of ['x', 'A'.repeat(32), 'A'.repeat(290)])
      expect((await beat(tokenOf(link), unknown, 1)).status).toBe(404)
    expect((await reload(link)).seconds).toBeLessThan(1)
  })

  it('views by one network address are limited', async () => {
    const link = await made()
    const who = visitor()
    const { ticket } = (await who.open(tokenOf(link))).body
    const answers = []
    for (let nth = 0; nth < 102; nth++)
      answers.push((await who.post(`${tokenOf(link)}/playbacks`, { ticket })).status)
    expect(answers.filter(status => status === 201)).toHaveLength(100)
    expect(answers.at(-1)).toBe(429)
  })

  it('keeps nothing about a viewer, and forgets a playback after a day', async () => {
    const link = await made()
    const playback = await play(tokenOf(link))
    const { rows } = await client.query('select * from playbacks where link_uid = $1', [link.uid])
    expect(Object.keys(rows[0]).sort()).toEqual(['beat_at', 'begun_at', 'id_hash', 'link_uid', 'vecto_uid'])
    expect(rows[0].id_hash).not.toBe(playback)
    await client.query(`update playbacks set begun_at = now() - interval '25 hours' where link_uid = $1`, [
      link.uid,
    ])
    expect((await beat(tokenOf(link), playback, 1)).status).toBe(404)
  })

  it('a signed-in user’s play is counted and recorded as Viewed; opening is neither, a download stays one', async () => {
    const vecto = second()
    const file = `${pathOf(vecto)}/lowFile`
    const q = encodeURIComponent(JSON.stringify({ object: pathOf(vecto) }))
    const events = async () =>
      (await admin.get<{ results: { event: string }[] }>(`events?q=${q}&batch=1000`)).body.results
        .map(({ event }) => event)
        .filter(event => ['view', 'download'].includes(event))
    const [seen, { views }] = [await events(), await today(vecto)]
    await admin.get(`dl2/${file}`)
    expect(await events()).toEqual(seen)
    const { status, body } = await admin.post<{ playback: string }>('playbacks', { file })
    expect(status).toBe(201)
    expect(await events()).toEqual(['view', ...seen])
    expect((await today(vecto)).views).toBe(views + 1)
    await sleep(300)
    expect((await admin.post(`playbacks/${body.playback}`, { seconds: 0.2 })).status).toBe(200)
    await root.get(`dl/${pathOf(vecto)}/files.data`)
    expect(await events()).toEqual(['download', 'view', ...seen])
    const video = await admin.post<{ playback: null }>('playbacks', { file: `${vecto.video.ref}/lowFile` })
    expect([video.status, video.body]).toEqual([201, { playback: null }])
    const { api: stranger } = await world.personNamed('admin2')
    for (const wrong of [file, 'x', `${pathOf(vecto)}/name`, 'x'.repeat(100_000)])
      expect([404, 422]).toContain((await stranger.post('playbacks', { file: wrong })).status)
    expect((await stranger.get(`${pathOf(vecto)}/playbacks`)).status).toBe(404)
    // A visitor's playback is not one of the panel, nor the other way round.
    expect((await admin.post(`playbacks/${await play(tokenOf(await made()))}`, { seconds: 1 })).status).toBe(
      404,
    )
  })
})

describe('the deletion of a shared 3D video', () => {
  // A 3D video that an environment uses is not deleted.
  beforeAll(async () => {
    expect(vectos.length).toBeGreaterThan(5)
    await client.query('delete from shares')
  })

  it('public links stop with the deletion of their 3D video, and are restored or purged with it', async () => {
    const vecto = vectos[3] as Vecto
    const link = await made({}, vecto)
    await play(tokenOf(link))
    const days = await daysOf(vecto)
    expect((await admin.del(pathOf(vecto))).status).toBe(200)
    expect((await visitor().open(tokenOf(link))).status).toBe(404)
    expect((await admin.get(`public_links/${link.uid}`)).status).toBe(404)
    expect((await admin.get(`${pathOf(vecto)}/playbacks`)).status).toBe(404)
    const [trashed] = await listAll<Found & { object: string }>(admin, 'trash', { type: 'vectos' })
    expect(trashed?.object).toBe(pathOf(vecto))
    expect((await admin.patch(`trash/${trashed?.uid}/restore`)).status).toBe(200)
    expect((await visitor().open(tokenOf(link))).status).toBe(200)
    expect(await reload(link)).toMatchObject({ views: 1, status: 'active' })
    expect(await daysOf(vecto)).toEqual(days)
    await admin.del(pathOf(vecto))
    const [again] = await listAll<Found>(admin, 'trash', { type: 'vectos' })
    expect((await admin.del(`trash/${again?.uid}`)).status).toBe(200)
    expect((await visitor().open(tokenOf(link))).status).toBe(404)
    const { rows } = await client.query(
      `select 1 from public_links where vecto_uid = $1 union all select 1 from playback_days where vecto_uid = $1
       union all select 1 from playbacks where vecto_uid = $1`,
      [vecto.uid],
    )
    expect(rows).toEqual([])
  })

  it('a link, a view and the deletion at the same moment leave no orphan and no error', async () => {
    for (const vecto of vectos.slice(4)) {
      const link = await made({}, vecto)
      const playback = await play(tokenOf(link))
      const who = visitor()
      const { ticket } = (await who.open(tokenOf(link))).body
      const answers = await Promise.all([
        admin.del(pathOf(vecto)),
        share({}, vecto),
        share({}, vecto),
        beat(tokenOf(link), playback, 1),
        who.post(`${tokenOf(link)}/playbacks`, { ticket }),
        admin.patch(`public_links/${link.uid}/revoke`),
      ])
      expect(answers.map(({ status }) => status).filter(status => status >= 500)).toEqual([])
      const [deleted] = answers
      expect(deleted.status).toBe(200)
      expect((await visitor().open(tokenOf(link))).status).toBe(404)
    }
  })
})
