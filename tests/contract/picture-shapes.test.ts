import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findFfmpeg } from '~/scripts/system-packages'
import { needsFfmpeg } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { demoWorld } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'
import { cube, declaring, equi, lensPair, mesh, pictured, st3d, v1 } from '../support/video/declared-films'
import { twoTrackFilm } from '../support/video/films'
import type { MediaFile } from '../support/video/media-files'
import { sendVideo, type Vecto, type Video, vectoForm, videoReady } from '../support/video/video-jobs'

let server: TestServer
let admin: Api
let company: string

beforeAll(async () => {
  server = await startServer({ demo: true, worker: true, env: { WORKER_JOBS: '2' } })
  const world = await demoWorld(server)
  admin = world.of('admin').api
  company = world.of('admin').actor.company ?? ''
})
afterAll(() => server.stop())
beforeEach(context => needsFfmpeg(context))

const sphere = () => pictured('640x320')

/** Videos that are not a full mono sphere: their declaration, the code of the refusal, the file. */
const shapes = (): readonly (readonly [string, string, MediaFile])[] => [
  [
    'VR180 side by side, in V2 boxes',
    'half_sphere',
    declaring(sphere(), { entry: [st3d(2), equi([0, 0, 0.25, 0.25])] }),
  ],
  [
    'a sphere in 3D, top and bottom, in V2 boxes',
    'stereo_sphere',
    declaring(sphere(), { entry: [st3d(1), equi()] }),
  ],
  [
    'a part of a sphere, in V2 boxes',
    'partial_sphere',
    declaring(sphere(), { entry: [st3d(0), equi([0.25, 0.25, 0.25, 0.25])] }),
  ],
  ['a cube map, in V2 boxes', 'cube_map', declaring(sphere(), { entry: [cube()] })],
  ['a mesh, in V2 boxes', 'mesh', declaring(sphere(), { entry: [mesh()] })],
  [
    'a sphere in 3D, left and right, in V1 XML',
    'stereo_sphere',
    declaring(sphere(), { track: [v1({ StereoMode: 'left-right' })] }),
  ],
  [
    'one eye in V2 boxes and two in V1 XML',
    'stereo_sphere',
    declaring(sphere(), { entry: [st3d(0), equi()], track: [v1({ StereoMode: 'top-bottom' })] }),
  ],
  ['two lenses in one frame, dark around', 'two_fisheyes', lensPair(true)],
  ['two lenses in one frame, filled to its corners', 'two_fisheyes', lensPair(false)],
  ['two lenses in two tracks', 'two_fisheyes', { ...twoTrackFilm('film.mp4'), contentType: 'video/mp4' }],
  [
    'one lens',
    'fisheye',
    pictured(
      '640x320',
      "v360=e:fisheye:h_fov=200:v_fov=200:w=320:h=320,format=yuv420p,geq=lum='if(gt(hypot(X-W/2,Y-H/2),W/2-2),16,lum(X,Y))':cb=128:cr=128",
    ),
  ],
  [
    'two eyes in a square frame, not declared',
    'stereo_sphere',
    pictured('640x320', 'split[a][b];[a][b]vstack'),
  ],
  ['a film of 16:9', 'not_360', pictured('640x360')],
]

const reserved = async () =>
  (await admin.get<{ seconds: { used: number } }>(`companies/${company}`)).body.seconds.used

describe('a 360° video that is not a full mono sphere', () => {
  const table = findFfmpeg() ? shapes() : []

  it.each(table)('refuses a 3D video and a preview, and reserves no seconds: %s', async (_, code, file) => {
    const video = await videoReady(admin, (await sendVideo(server.url, admin, file)).uid)
    expect([video.status, video.reason, video.preflight]).toEqual(['completed', null, null])
    expect(video.shape).toBe(code === 'not_360' ? 'flat' : code)
    const before = await reserved()
    const form = vectoForm(video.uid, { offsetStart: 0, offsetEnd: 0.1, duration: 0.1 })
    const { status, body } = await admin.post<Vecto & { fields: object }>('videos3d', form)
    expect([status, body.code, body.fields]).toEqual([422, 'validation', { video: code }])
    expect(await reserved()).toBe(before)
    const preview = await admin.post<Video>(`videos/${video.uid}/preview`, { at: 0 })
    expect([preview.status, preview.body.fields]).toEqual([422, { video: code }])
  })

  it('records the problem shape of a 3D video ordered with an unsuitable video', async () => {
    const [, , file] = table[0] ?? []
    if (!file) return
    const { uid } = await sendVideo(server.url, admin, file, { autoVecto: { mode: 'fast', offsetStart: 0 } })
    const video = await videoReady(admin, uid)
    expect([video.status, video.autoVecto]).toMatchObject(['completed', { problem: 'shape' }])
  })
})

/** Unusual videos that still are a full mono sphere. */
const spheres = (): readonly (readonly [string, MediaFile])[] => [
  [
    'declared for one eye in V2 boxes and V1 XML',
    declaring(sphere(), { entry: [st3d(0), equi()], track: [v1({ StereoMode: 'mono' })] }),
  ],
  [
    'declared uncropped in V1 XML',
    declaring(sphere(), {
      track: [v1({ CroppedAreaImageWidthPixels: 640, FullPanoWidthPixels: 640, CroppedAreaLeftPixels: 0 })],
    }),
  ],
  [
    'of the night: dark but for its horizon',
    pictured(
      '640x320',
      "geq=lum='16+(lum(X,Y)-16)*exp(-pow((Y-160)/40,2))':cb='128+(cb(X,Y)-128)*exp(-pow((Y-80)/20,2))':cr='128+(cr(X,Y)-128)*exp(-pow((Y-80)/20,2))'",
    ),
  ],
  ['all dark', pictured('640x320', 'lutyuv=y=17:u=128:v=128')],
]

describe('a 360° video that is a full mono sphere', () => {
  it.each(findFfmpeg() ? spheres() : [])('recognizes an unusual full mono sphere: %s', async (_, file) => {
    const video = await videoReady(admin, (await sendVideo(server.url, admin, file)).uid)
    expect([video.status, video.shape]).toEqual(['completed', 'sphere'])
  })
})
