import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isConfidential, resourceNames } from '~/model/registry'
import { eventually } from '../support/process/eventually'
import { type Api, api, login } from '../support/server/api'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { watch } from '../support/server/live-stream-client'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { announce, sendBytes, sendStalled } from '../support/storage/tus-uploads'
import { pngFile } from '../support/video/media-files'

type Token = { uid: string; name: string; secret: string | null; expiresAt: string; usedAt: string | null }

let server: TestServer
let world: DemoWorld
beforeAll(async () => {
  server = await startServer({ demo: true })
  world = await demoWorld(server)
})
afterAll(() => server.stop())

const make = async (owner: Api, access = 'read', name = `A ${access} token`) => {
  const { status, body } = await owner.post<Token>('tokens', { name, access, lifetime: '7' })
  expect(status).toBe(201)
  return { ...body, api: api(server.url, body.secret ?? '') }
}
const statusOf = async (caller: Api) => (await caller.get('users/me')).status
const code = async (answer: Promise<{ status: number; body: { code?: unknown } }>) => {
  const { status, body } = await answer
  return [status, body.code]
}

describe('an API token', () => {
  it('an API token is shown once, expires, and is listed without its secret', async () => {
    const { api: admin, actor } = world.of('admin')
    const token = await make(admin)
    expect(token.secret).toMatch(new RegExp(`^vecto_${token.uid}_[\\w-]{43}$`))
    expect(Date.parse(token.expiresAt) - Date.now()).toBeCloseTo(7 * 86_400_000, -5)
    const { body } = await token.api.get('users/me')
    expect(body.uid).toBe(actor.uid)
    const { body: read } = await admin.get<Token>(`tokens/${token.uid}`)
    expect(read.secret).toBeNull()
    expect(read.usedAt).not.toBeNull()
    expect(JSON.stringify(read)).not.toContain(token.secret?.slice(-43, -8))
    expect(JSON.stringify(read)).not.toMatch(/hash/i)
  })

  it('refuses forged API tokens', async () => {
    const { api: admin } = world.of('admin')
    const [one, two] = [await make(admin), await make(admin)]
    const guesses = [
      `vecto_${one.uid}_${two.secret?.slice(-43)}`,
      `vecto_${one.uid}_${'A'.repeat(43)}`,
      `${one.secret}x`,
      one.secret?.replace(one.uid, 'a'.repeat(20)),
      `token:${one.uid}`,
    ]
    for (const guess of guesses) expect(await statusOf(api(server.url, guess))).toBe(401)
  })

  it('refuses API tokens that would grant access to 3D videos', async () => {
    const { api: admin } = world.of('admin')
    const { api: caller } = await make(admin, 'content')
    const [vecto] = await listAll<Found & { video: { ref: string } }>(admin, 'videos3d', {
      status: 'completed',
    })
    const path = `${vecto?.video.ref}/vectos/${vecto?.uid}`
    const refused = [403, 'token_access']
    for (const field of ['accessList', 'accessGroups', 'defaultAccessList'])
      expect(await code(caller.patch(path, { [field]: [] }))).toEqual(refused)
    for (const action of ['addAccess', 'removeAccess', 'addGroups', 'removeGroups'])
      expect(await code(caller.post(`vectos/bulk/${action}`, { uids: [vecto?.uid] }))).toEqual(refused)
    expect(await code(caller.post('videos3d', { defaultAccessList: [] }))).toEqual(refused)
  })

  it('an API token has the rights of its access level and never grants access to users', async () => {
    const { api: admin, actor } = world.of('admin')
    const [read, content] = [await make(admin, 'read'), await make(admin, 'content')]
    const [media] = await listAll(read.api, 'medias', { company: `companies/${actor.company}` })
    const rename = (caller: Api) => code(caller.patch(`medias/${media?.uid}`, { name: 'Renamed' }))
    const refused = [403, 'token_access']
    expect([await rename(read.api), await rename(content.api)]).toEqual([refused, [200, undefined]])
    expect((await announce(read.api, await pngFile())).answer.status).toBe(403)
    for (const { api: caller } of [read, content]) {
      expect(await code(caller.post(`companies/${actor.company}/groups`, { name: 'Friends' }))).toEqual(
        refused,
      )
      expect(await code(caller.patch(`companies/${actor.company}`, { allowPartnerAccess: true }))).toEqual(
        refused,
      )
      expect(await code(caller.post('customers', {}))).toEqual(refused)
      expect(await code(caller.post('users', {}))).toEqual(refused)
      expect(await code(caller.post('user-invite', {}))).toEqual(refused)
      expect(await code(caller.patch(`users/${actor.uid}`, { firstname: 'Eve' }))).toEqual(refused)
      expect(await code(caller.post('tokens', { name: 'More', access: 'content', lifetime: '7' }))).toEqual(
        refused,
      )
      expect(await code(caller.del(`tokens/${read.uid}`))).toEqual(refused)
      expect(await code(caller.get('me/sessions'))).toEqual(refused)
      expect(await code(caller.post('logout'))).toEqual(refused)
    }
    expect(await statusOf(content.api)).toBe(200)
  })

  it('an API token cannot read confidential resources such as e-mails', async () => {
    const { api: root } = world.of('root')
    const email = 'viewer@demo.example'
    await api(server.url).post('requestPasswordReset', { email })
    const [mail] = await listAll(root, 'mails', { email, action: 'passwordReset' })
    expect((await root.get<{ text: string }>(`mails/${mail?.uid}/message`)).body.text).toContain(
      '/onboarding/',
    )
    const confidential = resourceNames.filter(isConfidential)
    expect(confidential).toContain('mails')
    for (const access of ['read', 'content'] as const) {
      const { api: caller } = await make(root, access)
      for (const name of confidential)
        expect([name, ...(await code(caller.get(name)))]).toEqual([name, 403, 'token_access'])
      for (const path of ['', '/message'])
        expect(await code(caller.get(`mails/${mail?.uid}${path}`))).toEqual([403, 'token_access'])
      expect((await caller.get('medias')).status).toBe(200)
    }
  })

  it('the stream of an API token omits changes of confidential resources', async () => {
    const { api: root } = world.of('root')
    const token = await make(root)
    const [own, program] = [await watch(server.url, root), await watch(server.url, token.api)]
    await api(server.url).post('requestPasswordReset', { email: 'editor@demo.example' })
    const [media] = await listAll(root, 'medias')
    await root.patch(`medias/${media?.uid}`, { name: 'Seen by both' })
    const resourcesOf = ({ heard }: typeof own) => heard.map(({ data }) => data.resource)
    await eventually(
      async () => [resourcesOf(own), resourcesOf(program)],
      ([mine = [], its = []]) => mine.includes('mails') && mine.includes('medias') && its.includes('medias'),
    )
    expect(resourcesOf(program)).not.toContain('mails')
    for (const stream of [own, program]) stream.leave()
  })

  it('an API token uploads files, and the history names it', async () => {
    const { api: admin, actor } = world.of('admin')
    const token = await make(admin, 'content', 'Night upload')
    const file = await pngFile()
    const { path } = await announce(token.api, file)
    expect((await sendBytes(server.url, token.api, path, file.bytes)).status).toBe(204)
    const sent = (await token.api.get<{ md5Hash: string; contentType: string }>(path)).body
    const made = await token.api.post<{ uid: string }>('medias', {
      ...{ name: 'By night', company: { ref: `companies/${actor.company}` }, file: sent },
      ...{ contentType: sent.contentType, checksum: `b64-${sent.md5Hash}` },
    })
    expect([made.status, made.body]).toEqual([201, expect.anything()])
    const events = await listAll<{ uid: string; agent: string }>(admin, 'events', {
      object: `medias/${made.body.uid}`,
    })
    expect(events[0]?.agent).toBe('API: Night upload')
  })

  it('an API token makes a 3D video with the request of docs/automation.md', async () => {
    const { api: admin, actor } = world.of('admin')
    const token = await make(admin, 'content')
    const [video] = await listAll(admin, 'videos360', {
      ...{ company: `companies/${actor.company}`, pending: false, equirectangular: true },
    })
    const page = readFileSync('docs/automation.md', 'utf8')
    const body = /-d '(\{"video".*)'/.exec(page)?.[1]?.replace('<uid>', video?.uid ?? '')
    const made = await token.api.post('videos3d', JSON.parse(body ?? ''))
    expect([made.status, made.body]).toEqual([201, expect.objectContaining({ name: 'Harbour' })])
  })

  it('deleting an API token ends its streams', async () => {
    const { api: admin } = world.of('admin')
    const token = await make(admin, 'content')
    const { path } = await announce(token.api, { ...(await pngFile()), bytes: Buffer.alloc(100_000) })
    const upload = sendStalled(server.url, token.api, path, Buffer.alloc(1000))
    const state = () => Promise.race([upload.ended.then(() => 'ended'), sleep(1500, 'still there')])
    expect(await state()).toBe('still there')
    expect((await admin.del(`tokens/${token.uid}`)).status).toBe(200)
    expect(await statusOf(token.api)).toBe(401)
    expect(await state()).toBe('ended')
  })

  it('an API token is visible to its holder, their administrator and root, and 404 to others', async () => {
    const [admin, root, partner] = [world.of('admin').api, world.of('root').api, world.of('partner').api]
    const stranger = (await world.personNamed('admin2')).api
    const token = await make(admin)
    for (const other of [stranger, partner]) {
      expect((await other.get(`tokens/${token.uid}`)).status).toBe(404)
      expect((await other.del(`tokens/${token.uid}`)).status).toBe(404)
      expect((await listAll(other, 'tokens')).map(({ uid }) => uid)).not.toContain(token.uid)
    }
    for (const role of ['manager', 'editor', 'viewer'] as const) {
      const refused = await world.of(role).api.post('tokens', { name: 'Mine', access: 'read', lifetime: '7' })
      expect(refused.status).toBe(403)
      expect((await world.of(role).api.get('tokens')).status).toBe(403)
    }
    expect((await listAll(root, 'tokens')).map(({ uid }) => uid)).toContain(token.uid)
    expect((await root.del(`tokens/${token.uid}`)).status).toBe(200)
    expect(await statusOf(token.api)).toBe(401)
  })

  it('refuses an API token for another user, or with an invalid lifetime or access', async () => {
    const { api: admin } = world.of('admin')
    const user = { ref: `users/${world.of('root').actor.uid}` }
    const body = { name: 'Root’s', access: 'read', lifetime: '7' }
    expect((await admin.post('tokens', { ...body, user })).status).toBe(403)
    expect((await admin.post('tokens', { ...body, secretHash: 'x' })).status).toBe(403)
    expect((await admin.post('tokens', { ...body, lifetime: '9999' })).status).toBe(422)
    expect((await admin.post('tokens', { ...body, access: 'all' })).status).toBe(422)
  })

  it('an API token ends with its holder’s rights, but not when they change their password', async () => {
    const root = world.of('root').api
    const { uid } = (await world.personNamed('admin2')).actor
    const holder = await login(server.url, 'admin2@demo.example', demoPassword)
    const kept = await make(holder)
    const changed = { password: 'another-password-1', oldPassword: demoPassword }
    expect((await holder.patch(`users/${uid}`, changed)).status).toBe(200)
    expect(await statusOf(kept.api)).toBe(200)
    expect((await root.patch(`users/${uid}`, { status: 'disabled' })).status).toBe(200)
    expect(await statusOf(kept.api)).toBe(401)
    expect((await root.patch(`users/${uid}`, { status: 'active' })).status).toBe(200)
    expect(await statusOf(kept.api)).toBe(401)
  })

  it('allows at most 50 API tokens per user, also under concurrency', async () => {
    const { api: partner } = world.of('partner')
    const before = (await listAll(partner, 'tokens')).length
    const body = { name: 'One of many', access: 'read', lifetime: '7' }
    const answers = await Promise.all(Array.from({ length: 60 }, () => partner.post('tokens', body)))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(50 - before)
    expect(answers.find(({ status }) => status === 422)?.body.fields).toEqual({ name: 'too_many' })
  })
})
