import { once } from 'node:events'
import { cpSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../support/network/tcp-proxy'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { buildCommandLine, filmFolders, startCommandLine } from '../support/server/command-line'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { lensFilm, sphereFilm } from '../support/video/films'
import type { MediaFile } from '../support/video/media-files'
import { flatEngine, type Vecto } from '../support/video/video-jobs'

beforeEach(needsFfmpeg)

const MB = 1_000_000
/** Bytes of an upload part, and the maximum of all other requests of a run. */
const [part, rest] = [8.4 * MB, 0.2 * MB]

let server: TestServer
let world: DemoWorld
let admin: Api
let proxy: TcpProxy
let program: string
const { folderOf, remove } = filmFolders()

beforeAll(async () => {
  program = await buildCommandLine()
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine } })
  proxy = await startTcpProxy(server.url)
  world = await demoWorld(server)
  admin = world.of('admin').api
}, 240_000)
afterAll(async () => {
  proxy?.stop()
  remove()
  await server?.stop()
})

const tokenOf = async (owner: Api, access = 'content') =>
  (await owner.post<{ uid: string; secret: string }>('tokens', { name: 'vecto', access, lifetime: '7' })).body

const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startCommandLine(program, args, {
    VECTO_URL: proxy.url.replace(/\/$/, ''),
    VECTO_TOKEN: env.VECTO_TOKEN ?? (await tokenOf(admin)).secret,
    ...env,
  })

const ended = async (args: readonly string[], env?: Readonly<Record<string, string>>) =>
  (await run(args, env)).ended()

/** Makes a video larger by a box that players skip. */
const heavyFilm = (megabytes: number, seconds: number): MediaFile => {
  const film = sphereFilm({ seconds, width: 320, height: 160 })
  const box = Buffer.alloc(megabytes * MB, seconds)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return { ...film, bytes: Buffer.concat([film.bytes, box]) }
}

type Video = Found & { name: string; company: { ref: string; label: string } }

const videosNamed = async (name: string) =>
  (await listAll<Video>(admin, 'videos360')).filter(video => video.name === name)

describe('vecto upload', () => {
  it('vecto upload uploads videos and camera pairs, makes 3D videos, and repeats nothing on a second run', {
    ...long,
    timeout: 300_000,
  }, async () => {
    const folder = folderOf({
      'day 1/Plage d’été.mp4': sphereFilm({ seconds: 1 }),
      'VID_20260101_120000_10_007.insv': lensFilm('back', 180, 0.25),
      'VID_20260101_120000_00_007.insv': lensFilm('front', 0, 0.25),
      'notes.txt': 'not a film',
    })
    const args = ['upload', folder, '--create', '--watch', '--mode', 'fast', '--to', '0.2']
    const first = await ended(args)
    expect(first).toMatchObject({ code: 0 })
    expect(first.said).toContain('360° videos: 2 uploaded, 0 failed.')
    expect(first.said).toContain('3D videos: 2 completed, 0 failed.')
    const made = await videosNamed('Plage d’été')
    expect(made.map(({ company }) => company.ref)).toEqual([`companies/${world.of('admin').actor.company}`])
    const { body } = await admin.get<{ results: Vecto[] }>(`videos/${made[0]?.uid}/vectos`)
    expect(body.results).toMatchObject([{ status: 'completed', duration: 0.2, mode: 'fast' }])
    expect(await videosNamed('VID_20260101_120000_007')).toHaveLength(1)

    const before = proxy.received()
    expect(await ended(args)).toMatchObject({ code: 0 })
    expect(proxy.received() - before).toBeLessThan(rest)
    const { body: again } = await admin.get<{ results: Vecto[] }>(`videos/${made[0]?.uid}/vectos`)
    expect(again.results).toHaveLength(1)

    // Without its journal, it recognizes both by their content, although stitched camera files are deleted.
    rmSync(join(folder, '.vecto-uploads.json'))
    const third = await ended(['upload', folder])
    expect(third).toMatchObject({ code: 0 })
    expect(await videosNamed('Plage d’été')).toHaveLength(1)
    expect(await videosNamed('VID_20260101_120000_007')).toHaveLength(1)
  })

  it('vecto upload resumes after kill -9, and refuses a second run at the same time', long, async () => {
    const folder = folderOf({ 'Killed.mp4': heavyFilm(40, 2) })
    const before = proxy.received()
    proxy.takeIn(25 * MB)
    const killed = await run(['upload', folder])
    await eventually(proxy.received, received => received - before > 25 * MB)
    const second = await ended(['upload', folder])
    expect(second).toMatchObject({ code: 2 })
    expect(second.said).toContain(`process ${killed.pid}`)
    await killed.kill9()
    proxy.takeIn()
    expect(await ended(['upload', folder])).toMatchObject({ code: 0 })
    expect(proxy.received() - before).toBeLessThan(40 * MB + part + MB)
    expect(await videosNamed('Killed')).toHaveLength(1)
  })

  it('vecto upload sends no token to another server that a journal names', async () => {
    let asked = 0
    const other = createServer((_request, answer) => {
      asked += 1
      answer.writeHead(200).end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/parse/files/abcdefghij0123456789`
    const folder = folderOf({ 'Lured.mp4': heavyFilm(1, 9) })
    const { size, mtimeMs } = statSync(join(folder, 'Lured.mp4'))
    const file = `Lured.mp4:${size}:${Math.round(mtimeMs)}`
    const key = `${proxy.url.replace(/\/$/, '')} companies/${world.of('admin').actor.company} ${file}`
    const journal = { version: 3, entries: { [key]: { begun: { file: elsewhere }, sent: {} } } }
    writeFileSync(join(folder, '.vecto-uploads.json'), JSON.stringify(journal))
    const { code } = await ended(['upload', folder])
    other.close()
    expect({ code, asked }).toEqual({ code: 0, asked: 0 })
  })

  it('vecto upload waits while the server restarts', long, async () => {
    const folder = folderOf({ 'Replaced.mp4': heavyFilm(30, 3) })
    const before = proxy.received()
    proxy.takeIn(15 * MB)
    const running = await run(['upload', folder])
    await eventually(proxy.received, received => received - before > 15 * MB)
    await server.kill9()
    proxy.takeIn()
    proxy.leadTo(server.url)
    await server.restart()
    expect(await running.ended()).toMatchObject({ code: 0 })
    expect(proxy.received() - before).toBeLessThan(30 * MB + 2 * part)
    expect(await videosNamed('Replaced')).toHaveLength(1)
  })

  it('vecto upload recognizes uploaded content, and uploads deleted videos again', long, async () => {
    const folder = folderOf({ 'Once.mp4': heavyFilm(2, 4) })
    expect((await ended(['upload', folder])).said).toContain('Once: uploaded as')
    const copy = folderOf({})
    cpSync(join(folder, 'Once.mp4'), join(copy, 'Twice.mp4'))
    expect((await ended(['upload', copy])).said).toContain('Twice: already on the server as')
    const [video] = await videosNamed('Once')
    await eventually(
      () => admin.del(`videos/${video?.uid}`),
      ({ status }) => status < 300,
    )
    expect((await ended(['upload', folder])).said).toContain('Once: uploaded as')
    expect((await videosNamed('Once')).map(({ uid }) => uid)).not.toContain(video?.uid)
  })

  it('vecto upload reports why a file is refused, and continues with the others', async () => {
    const folder = folderOf({ 'a noise.mp4': 'noise'.repeat(1000), 'b film.mp4': heavyFilm(1, 5) })
    const { code, said } = await ended(['upload', folder], { LANG: 'fr_FR.UTF-8' })
    expect(code).toBe(1)
    expect(said).toContain('a noise : Ce type de fichier n’est pas accepté.')
    expect(said).toContain('Vidéos 360° : 1 envoyée(s), 1 en échec.')
  })

  it('vecto upload has the rights of its token only', async () => {
    const folder = folderOf({ 'Refused.mp4': heavyFilm(1, 6) })
    const { secret } = await tokenOf(admin, 'read')
    const { code: read } = await ended(['upload', folder], { VECTO_TOKEN: secret })
    expect(read).toBe(1)
    const [foreign = ''] = world.companiesOf(world.of('admin').actor, 'foreign')
    const { code } = await ended(['upload', folder, '--company', foreign])
    expect(code).toBe(1)
    expect(await videosNamed('Refused')).toEqual([])
  })
})

describe('vecto create and watch', () => {
  it(
    'vecto create makes a 3D video of an existing 360° video, and reports invalid options',
    long,
    async () => {
      const folder = folderOf({ 'Created.mp4': sphereFilm({ seconds: 2 }) })
      await ended(['upload', folder])
      const [video] = await videosNamed('Created')
      const args = ['create', video?.uid ?? '', '--mode', 'fast']
      const { code, said } = await ended([...args, '--to', '0.5'], { LANG: 'es' })
      expect({ code, said }).toMatchObject({
        code: 0,
        said: expect.stringContaining('Vídeos 3D: 1 solicitado'),
      })
      const [, vecto = ''] = /vectos\/(\w+)/.exec(said) ?? []
      const watched = await ended(['watch', `${video?.uid}/${vecto}`])
      expect(watched).toMatchObject({ code: 0, said: expect.stringContaining('Created: completed') })
      const late = await ended([...args, '--from', '9'])
      expect(late).toMatchObject({
        code: 1,
        said: expect.stringContaining('The end must come after the start'),
      })
    },
  )
})

describe('vecto watch without arguments', () => {
  it('vecto watch without arguments follows all running 3D videos that the user may see', async () => {
    const made = await listAll<Found & { name: string }>(admin, 'videos3d', { status: ['pending', 'queued'] })
    const watching = await run(['watch'])
    await eventually(watching.said, said => made.some(({ name }) => said.startsWith(`${name}: `)))
    await watching.kill9()
  })
})

describe('the command line', () => {
  const cases: readonly [string, readonly string[], Readonly<Record<string, string>>, string][] = [
    ['a missing token', ['watch'], { VECTO_TOKEN: '' }, 'VECTO_URL takes the address of the panel'],
    ['an unknown command', ['send'], {}, 'There is no command “send”'],
    ['an unknown option', ['watch', '--fast'], {}, '“vecto help” lists the options'],
    ['an invalid number', ['watch', '--to', 'end'], {}, '--to takes a number from 0 on, not “end”'],
    ['a missing folder', ['upload', '/nowhere'], {}, '“/nowhere” is no folder'],
    [
      'an unreachable server',
      ['watch'],
      { VECTO_URL: 'http://127.0.0.1:9' },
      'does not answer at http://127.0.0.1:9',
    ],
  ]
  it.each(cases)('the command line reports %s', async (_name, args, env, text) => {
    const { code, said } = await ended(args, env)
    expect({ code, said }).toMatchObject({ code: 2, said: expect.stringContaining(text) })
  })

  it('the command line does not send its token to a redirect’s target', async () => {
    let asked = 0
    const other = createServer((_request, answer) => {
      asked += 1
      answer.writeHead(301, { Location: `${server.url}/parse/users/me` }).end()
    }).listen(0, '127.0.0.1')
    await once(other, 'listening')
    const VECTO_URL = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const { code, said } = await ended(['watch'], { VECTO_URL })
    other.close()
    expect({ code, asked, said }).toMatchObject({
      code: 2,
      asked: 1,
      said: expect.stringContaining(server.url),
    })
  })

  it('the command line stops immediately when its token has expired', async () => {
    const folder = folderOf({ 'One.mp4': heavyFilm(1, 7), 'Two.mp4': heavyFilm(1, 8) })
    const { uid, secret } = await tokenOf(admin)
    await admin.del(`tokens/${uid}`)
    const { code, said } = await ended(['upload', folder], { VECTO_TOKEN: secret })
    expect(code).toBe(1)
    expect(said.match(/does not accept VECTO_TOKEN/g)).toHaveLength(1)
  })
})
