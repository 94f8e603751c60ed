import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseClient } from '../support/database/locked-tables'
import { type LossyProxy, startLossyProxy } from '../support/network/lossy-proxy'
import { eventually } from '../support/process/eventually'
import { long } from '../support/process/long'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { buildCommandLine, filmFolders, startCommandLine } from '../support/server/command-line'
import { type DemoWorld, demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { lensFilm, sphereFilm } from '../support/video/films'
import { flatEngine, type Vecto, videoReady } from '../support/video/video-jobs'

beforeEach(needsFfmpeg)

const [videoAddress, cameraAddress, vectoAddress] = [
  '/parse/videos360',
  '/parse/videos360/job',
  '/parse/videos3d',
]

let server: TestServer
let world: DemoWorld
let root: Api
let proxy: LossyProxy
let program: string
let secret: string
const { folderOf, remove } = filmFolders()

beforeAll(async () => {
  program = await buildCommandLine()
  server = await startServer({ demo: true, worker: true, env: { VECTO_ENGINE: flatEngine } })
  proxy = await startLossyProxy(server.url)
  world = await demoWorld(server)
  root = world.of('root').api
  const token = { name: 'vecto', access: 'content', lifetime: '7' }
  secret = (await root.post<{ secret: string }>('tokens', token)).body.secret
}, 240_000)
afterAll(async () => {
  proxy?.stop()
  remove()
  await server?.stop()
})

const run = (args: readonly string[], url = proxy.url) =>
  startCommandLine(program, args, { VECTO_URL: url, VECTO_TOKEN: secret })
const ended = (args: readonly string[], url?: string) => run(args, url).ended()

const companies = () => world.companies.map(({ uid }) => uid)
const company = () => companies()[0] ?? ''

/** Short videos need different lengths, or their content would be equal. */
let length = 1
const newFilm = () => {
  length += 0.1
  return sphereFilm({ seconds: length, width: 320, height: 160 })
}

type Video = Found & { name: string; company: { ref: string } }
type MadeVecto = Vecto & { mode: string; offsetEnd: number }

const videosNamed = async (name: string) =>
  (await listAll<Video>(root, 'videos360')).filter(video => video.name === name)
const vectosOf = async (video: Found | undefined) =>
  (await root.get<{ results: MadeVecto[] }>(`videos/${video?.uid}/vectos`)).body.results

const uploadArgs = (folder: string, ...more: string[]) => [
  ...['upload', folder, '--company', company(), '--mode', 'fast', '--to', '0.2'],
  ...more,
]

describe('a lost response of the server', () => {
  it.each(['answered 504', 'cut'] as const)(
    'creates each record once when its response is lost: %s',
    long,
    async loss => {
      const name = `Lost ${loss}`
      const folder = folderOf({ [`${name}.mp4`]: newFilm() })
      const lostVideo = proxy.lose(videoAddress, loss)
      const running = run(uploadArgs(folder, '--create'))
      await lostVideo
      await proxy.lose(vectoAddress, loss)
      expect(await running.ended()).toMatchObject({ code: 0 })
      const videos = await videosNamed(name)
      expect(videos).toHaveLength(1)
      expect(await vectosOf(videos[0])).toHaveLength(1)
    },
  )

  it(
    '`create` makes one 3D video when the response is lost, and another when it is repeated',
    long,
    async () => {
      const folder = folderOf({ 'Created.mp4': newFilm() })
      await ended(uploadArgs(folder))
      const [video] = await videosNamed('Created')
      const args = ['create', video?.uid ?? '', '--mode', 'fast', '--to', '0.2']
      const lost = proxy.lose(vectoAddress, 'cut')
      expect(await ended(args)).toMatchObject({ code: 0 })
      await lost
      expect(await vectosOf(video)).toHaveLength(1)
      expect(await ended(args)).toMatchObject({ code: 0 })
      expect(await vectosOf(video)).toHaveLength(2)
    },
  )
})

/** Kills a run while it waits for the response to a change that the server has made. */
const killedAfter = async (address: string, args: readonly string[]) => {
  const lost = proxy.lose(address, 'held')
  const killed = run(args)
  await lost
  await killed.kill9()
}

describe('a run killed before it recorded a response', () => {
  it('the next run finds the 3D video that was made', long, async () => {
    const folder = folderOf({ 'Killed.mp4': newFilm() })
    const args = uploadArgs(folder, '--create')
    await killedAfter(videoAddress, args)
    await killedAfter(vectoAddress, args)
    expect(await ended(args)).toMatchObject({ code: 0 })
    const videos = await videosNamed('Killed')
    expect(videos).toHaveLength(1)
    expect(await vectosOf(videos[0])).toHaveLength(1)
  })

  it('the next run finds the 360° video whose camera files the server has deleted', long, async () => {
    const name = 'VID_20260101_120000_021'
    const folder = folderOf({
      'VID_20260101_120000_10_021.insv': lensFilm('back', 180),
      'VID_20260101_120000_00_021.insv': lensFilm('front', 0),
    })
    await killedAfter(cameraAddress, uploadArgs(folder))
    const [video] = await videosNamed(name)
    await videoReady(root, video?.uid ?? '')
    const { code, said } = await ended(uploadArgs(folder))
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('already on the server') })
    expect(await videosNamed(name)).toHaveLength(1)
  })

  it('the next run uploads the file again when its record was deleted', async () => {
    const folder = folderOf({ 'Deleted.mp4': newFilm() })
    await killedAfter(videoAddress, uploadArgs(folder))
    const [video] = await videosNamed('Deleted')
    await eventually(
      () => root.del(`videos/${video?.uid}`),
      ({ status }) => status < 300,
    )
    expect(await ended(uploadArgs(folder))).toMatchObject({ code: 0 })
    const [again, ...others] = await videosNamed('Deleted')
    expect([others, again?.uid === video?.uid]).toEqual([[], false])
  })

  it('the next run finds the 3D video after the server has deleted the idempotency key', long, async () => {
    const folder = folderOf({ 'Later.mp4': newFilm() })
    const args = uploadArgs(folder, '--create')
    await ended(uploadArgs(folder))
    const [video] = await videosNamed('Later')
    // An earlier 3D video with the same settings is not the requested one.
    const other = ['create', video?.uid ?? '', '--mode', 'fast', '--to', '0.2']
    expect(await ended(other)).toMatchObject({ code: 0 })
    await killedAfter(vectoAddress, args)
    const aDay = 25 * 3_600_000
    const journal = join(folder, '.vecto-uploads.json')
    const noted = readFileSync(journal, 'utf8')
    expect(noted).toMatch(/"at": \d+/)
    writeFileSync(
      journal,
      noted.replace(/"at": (\d+)/, (_, at) => `"at": ${Number(at) - aDay}`),
    )
    const client = await databaseClient(server)
    await client.query(`update idempotency_keys set created_at = created_at - interval '25 hours'`)
    await client.end()
    for (const _again of [1, 2]) expect(await ended(args)).toMatchObject({ code: 0 })
    expect(await vectosOf(video)).toHaveLength(2)
  })

  it('`create` continues from the given journal', long, async () => {
    const folder = folderOf({ 'Noted.mp4': newFilm() })
    await ended(uploadArgs(folder))
    const [video] = await videosNamed('Noted')
    const journal = ['--journal', `${folder}/create.json`]
    const args = ['create', video?.uid ?? '', '--mode', 'fast', '--to', '0.2', ...journal]
    await killedAfter(vectoAddress, args)
    for (const _again of [1, 2]) expect(await ended(args)).toMatchObject({ code: 0 })
    expect(await vectosOf(video)).toHaveLength(1)
  })
})

describe('the journal of a folder', () => {
  it('a journal distinguishes companies and servers', long, async () => {
    const folder = folderOf({ 'Shared.mp4': newFilm() })
    const [one = '', other = ''] = companies()
    for (const uid of [one, other, one])
      expect(await ended(['upload', folder, '--company', uid])).toMatchObject({ code: 0 })
    const videos = await videosNamed('Shared')
    expect(videos.map(video => video.company.ref).sort()).toEqual(
      [`companies/${one}`, `companies/${other}`].sort(),
    )
    const elsewhere = await ended(['upload', folder, '--company', one], server.url)
    expect(elsewhere).toMatchObject({ code: 0, said: expect.stringContaining('already on the server') })
  })

  it('a journal distinguishes 3D videos by their settings', long, async () => {
    const folder = folderOf({ 'Settings.mp4': newFilm() })
    const upload = ['upload', folder, '--company', company(), '--create']
    const runs = [
      ['--mode', 'fast', '--to', '0.2'],
      ['--mode', 'fast', '--to', '0.4'],
      ['--mode', 'accurate.image', '--to', '0.4'],
      ['--mode', 'fast', '--to', '0.4', '--fps', '10'],
      ['--mode', 'fast', '--from', '0.1', '--to', '0.4'],
    ]
    for (const settings of [...runs, ...runs])
      expect(await ended([...upload, ...settings])).toMatchObject({ code: 0 })
    const [video, ...others] = await videosNamed('Settings')
    expect(others).toEqual([])
    expect(await vectosOf(video)).toHaveLength(runs.length)
  })
})
