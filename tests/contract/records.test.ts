import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../support/server/api'
import { type DemoWorld, demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

type Company = {
  uid: string
  name: string
  updatedAt: string
  partner: { ref: string } | null
  code: string
  fields: object
  current: { name: string }
}
type Event = {
  event: string
  args: { changes?: Record<string, [unknown, unknown]> }
  user: { label: string }
}

let server: TestServer
let world: DemoWorld
let root: Api

beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
  root = world.of('root').api
})
afterAll(() => server.stop())

const company = async (name: string, more: object = {}) =>
  (await root.post<Company>('companies', { name, ...more })).body
const named = (name: string) => world.companies.find(each => each.name === name)?.uid ?? ''
const historyOf = async (ref: string) =>
  (await root.get<{ results: Event[] }>(`events?q=${encodeURIComponent(JSON.stringify({ object: ref }))}`))
    .body.results

describe('an edit', () => {
  it('refuses an edit of a record that has changed since it was read, with 409 and the current record', async () => {
    const { uid, updatedAt } = await company('First')
    expect((await root.patch(`companies/${uid}`, { name: 'Second', updatedAt })).status).toBe(200)
    const late = await root.patch<Company>(`companies/${uid}`, { name: 'Third', updatedAt })
    expect([late.status, late.body.code, late.body.current.name]).toEqual([409, 'stale', 'Second'])
    // The same body as a GET, without additional fields.
    const now = await root.get<Company>(`companies/${uid}`)
    expect([now.body.name, late.body.current]).toEqual(['Second', now.body])
    expect((await root.patch(`companies/${uid}`, { name: 'Third' })).status).toBe(200)
  })

  it('records author, field, old and new value in the history', async () => {
    const { uid } = await company('Before')
    await root.patch(`companies/${uid}`, {
      name: 'After',
      partner: { ref: `companies/${named('Panorama Partners')}` },
    })
    const [update, creation] = await historyOf(`companies/${uid}`)
    expect(creation?.event).toBe('create')
    expect(update?.user.label).toBe('Ada Root')
    expect(update?.args.changes).toEqual({ name: ['Before', 'After'], partner: [null, 'Panorama Partners'] })
  })

  it('the history never contains a password', async () => {
    const { uid } = world.of('viewer').actor
    await root.patch(`users/${uid}`, { password: 'hidden-word-9' })
    expect(JSON.stringify(await historyOf(`users/${uid}`))).not.toContain('hidden-word-9')
  })
})

describe('fields', () => {
  it('refuses a body with read-only or unauthorized fields as a whole, naming them', async () => {
    const { api: admin, actor } = world.of('admin')
    const path = `companies/${actor.company}`
    const { status, body } = await admin.patch(path, {
      name: 'Not applied',
      isPartner: true,
      users: { total: 0 },
    })
    expect([status, body.code, body.params]).toEqual([
      403,
      'forbidden_fields',
      { fields: 'isPartner, users.total' },
    ])
    expect((await admin.get<Company>(path)).body.name).not.toBe('Not applied')
    expect((await admin.patch(path, { allowPartnerAccess: true })).status).toBe(200)
    expect((await world.of('partner').api.patch(path, { allowPartnerAccess: false })).status).toBe(403)
  })

  it('refuses a field without the field that it depends on', async () => {
    const wrong = await root.post<Company>('companies', { name: 'X', canCreateCompanies: true })
    expect([wrong.status, wrong.body.fields]).toEqual([422, { canCreateCompanies: 'needs' }])
    const right = await company('Y', { isPartner: true, canCreateCompanies: true })
    expect((await root.patch(`companies/${right.uid}`, { isPartner: false })).body).toMatchObject({
      canCreateCompanies: false,
    })
  })

  it.each([
    [{ name: '' }, { name: 'required' }],
    [{ name: '   ' }, { name: 'required' }],
    [{ name: 'x'.repeat(121) }, { name: 'too_long' }],
    [{ name: 5 }, { name: 'invalid' }],
    [{ name: 'x', role: 'emperor' }, { role: 'unknown_option' }],
    [{ name: 'x', partner: { ref: 'companies/nobody' } }, { partner: 'unknown_record' }],
    [{ name: 'x', partner: 'companies/x' }, { partner: 'unknown_record' }],
    [{ name: 'x', isPartner: 'yes' }, { isPartner: 'invalid' }],
  ])('refuses the fields of %j one by one', async (body, fields) => {
    const answer = await root.post<Company>('companies', body)
    expect([answer.status, answer.body.code, answer.body.fields]).toEqual([422, 'validation', fields])
  })

  it('a field hidden from a role is neither shown nor usable as a filter', async () => {
    const admin = world.of('admin').api
    const { body } = await admin.get(`users/${world.of('admin').actor.uid}`)
    expect(Object.keys(body)).not.toContain('notifications')
    expect((await admin.get('users?q={"notifications":true}')).status).toBe(400)
  })
})

describe('a request body', () => {
  const send = async (text: string, type = 'application/json') => {
    const { token } = root
    const answer = await fetch(`${server.url}/parse/companies`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
      body: text,
    })
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }

  it.each([
    ['broken JSON', '{"name":', 'invalid_body'],
    ['a list', '[]', 'invalid_body'],
    ['nothing', '', 'invalid_body'],
    ['__proto__', '{"name":"x","__proto__":{"isPartner":true}}', 'invalid_body'],
    ['constructor.prototype', '{"name":"x","constructor":{"prototype":{"a":1}}}', 'invalid_body'],
    ['an unknown key', '{"name":"x","colour":"red"}', 'unknown_field'],
    ['a million keys', `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',')}}`, 'too_complex'],
  ])('refuses a body with %s with 400 and a code', async (_name, text, code) => {
    expect(await send(text)).toEqual([400, code])
  })

  it('answers 413 to a body of more than a megabyte', async () => {
    expect(await send(`{"name":"${'x'.repeat(1_100_000)}"}`)).toEqual([413, 'too_large'])
  })

  it('stores HTML in a field and returns it as text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const { uid } = await company(name)
    const { body, headers } = await root.get<Company>(`companies/${uid}`)
    expect(body.name).toBe(name)
    expect(headers.get('content-type')).toContain('application/json')
  })
})

describe('a company', () => {
  it('a partner manages a company that they create', async () => {
    const { api: partner, actor } = world.of('partner')
    const { status, body } = await partner.post<Company>('companies', { name: 'Made by a partner' })
    expect([status, body.partner?.ref]).toEqual([201, `companies/${actor.company}`])
    expect((await partner.patch(`companies/${body.uid}`, { name: 'And named by it' })).status).toBe(200)
  })

  it('refuses to delete a company that others refer to, naming the resource', async () => {
    const { status, body } = await root.del(`companies/${named('Panorama Partners')}`)
    expect([status, body.code]).toEqual([409, 'referred_to'])
    expect(body.params).toEqual({ by: expect.stringMatching(/users|companies|medias/) })
    expect((await root.del(`companies/${(await company('Nobody’s')).uid}`)).status).toBe(200)
  })

  it('refuses a company as its own partner, and a partner that is none', async () => {
    const { uid } = await company('Alone', { isPartner: true })
    expect(
      (await root.patch<Company>(`companies/${uid}`, { partner: { ref: `companies/${uid}` } })).body.fields,
    ).toEqual({ partner: 'invalid' })
    expect(
      (
        await root.patch<Company>(`companies/${uid}`, {
          partner: { ref: `companies/${named('Lumière Conseil')}` },
        })
      ).body.fields,
    ).toEqual({ partner: 'invalid' })
  })

  it('revoking partner access immediately hides the company’s records from its partner', async () => {
    const partner = world.of('partner').api
    const uid = named('Musée du Littoral')
    const [media] = (
      await root.get<{ results: { uid: string }[] }>(
        `medias?q=${encodeURIComponent(JSON.stringify({ company: `companies/${uid}` }))}`,
      )
    ).body.results
    await root.patch(`companies/${uid}`, { allowPartnerAccess: true })
    expect((await partner.get(`medias/${media?.uid}`)).status).toBe(200)
    await root.patch(`companies/${uid}`, { allowPartnerAccess: false })
    expect((await partner.get(`medias/${media?.uid}`)).status).toBe(404)
    expect((await partner.get(`companies/${uid}`)).status).toBe(200)
  })

  it('an admin cannot create users in another company', async () => {
    const admin = world.of('admin').api
    const user = {
      firstname: 'A',
      lastname: 'B',
      email: 'ab@new.example',
      password: 'secret1',
      role: 'viewer',
      lang: 'fr',
      company: { ref: `companies/${named('Atlas Automotive')}` },
    }
    expect((await admin.post('users', user)).status).toBe(403)
    const own = await admin.post<{ uid: string }>('users', {
      ...user,
      company: { ref: `companies/${world.of('admin').actor.company}` },
    })
    expect(own.status).toBe(201)
    expect((await admin.patch(`users/${own.body.uid}`, { company: user.company })).status).toBe(403)
  })
})

describe('value lists', () => {
  it('value lists return keys and labels in the caller’s language', async () => {
    const { body } = await world
      .of('admin')
      .api.get<{ results: { key: string; label: string; accessList?: string[] }[] }>('values/roles')
    expect(body.results.find(role => role.key === 'root')?.accessList).toEqual(['root'])
    expect(body.results.map(role => role.key)).toEqual([
      'viewer',
      'editor',
      'manager',
      'admin',
      'partner',
      'root',
    ])
    const companies = await root.get<{ results: { label: string }[]; meta: { count: number } }>(
      'values/companies?batch=100',
    )
    expect(companies.body.meta.count).toBe(companies.body.results.length)
    expect((await root.get('values/nothing')).status).toBe(404)
  })
})
