import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { type PictureShape, type Seen, shapeOf, shapeProblem } from '~/model/video/picture-shape'
import { type Declared, poseIn, readDeclarations, readV1 } from '~/model/video/spherical'
import { probe } from '~/server/video/facts'
import { lookAt } from '~/server/video/picture-shape'
import { toneMapping } from '~/server/video/transcode'
import { needsFfmpeg } from '../support/process/needs'
import {
  cube,
  declaring,
  equi,
  lensPair,
  mesh,
  pictured,
  st3d,
  v1,
  vexu,
} from '../support/video/declared-films'
import { film } from '../support/video/films'
import { ofUnknownDuration } from '../support/video/mp4-edits'
import { ffmpegPath, ffprobePath, newFolder } from '../support/video/sphere-material'

const nothing: Seen = { circles: 0, rims: false, isDark: false }
const sphere = { width: 640, height: 320, tracks: 1 }
const square = { width: 640, height: 640, tracks: 1 }

const declaredIn = ({ bytes }: { bytes: Buffer }) =>
  readDeclarations(async (at, length) => bytes.subarray(at, at + length), bytes.length)

describe('the declared projection of a video file', () => {
  beforeEach(needsFfmpeg)

  const film = () => pictured('640x320')
  const cases: readonly (readonly [string, () => ReturnType<typeof film>, PictureShape])[] = [
    ['nothing', film, 'sphere'],
    ['one sphere', () => declaring(film(), { entry: [st3d(0), equi()] }), 'sphere'],
    ['two eyes, right before left', () => declaring(film(), { entry: [st3d(4), equi()] }), 'stereo_sphere'],
    ['two eyes of an undeclared projection', () => declaring(film(), { entry: [st3d(1)] }), 'stereo_sphere'],
    ['half a sphere', () => declaring(film(), { entry: [equi([0, 0, 0.25, 0.25])] }), 'half_sphere'],
    [
      'three quarters of a sphere',
      () => declaring(film(), { entry: [equi([0, 0, 0.125, 0.125])] }),
      'partial_sphere',
    ],
    [
      'a sphere without its floor',
      () => declaring(film(), { entry: [equi([0, 0.2, 0, 0])] }),
      'partial_sphere',
    ],
    ['a cube map', () => declaring(film(), { entry: [cube()] }), 'cube_map'],
    ['a mesh of two eyes', () => declaring(film(), { entry: [st3d(3), mesh()] }), 'mesh'],
    [
      'half a sphere in Apple’s vexu box',
      () => declaring(film(), { entry: [vexu('hequ', 3)] }),
      'half_sphere',
    ],
    [
      'two fisheye lenses in Apple’s vexu box',
      () => declaring(film(), { entry: [vexu('fish', 3)] }),
      'two_fisheyes',
    ],
    ['a flat video in Apple’s vexu box', () => declaring(film(), { entry: [vexu('rect', 1)] }), 'flat'],
    [
      'a crop in V1 XML',
      () =>
        declaring(film(), {
          track: [
            v1({
              FullPanoWidthPixels: 1280,
              CroppedAreaImageWidthPixels: 640,
              CroppedAreaLeftPixels: 320,
              FullPanoHeightPixels: 640,
              CroppedAreaImageHeightPixels: 320,
              CroppedAreaTopPixels: 160,
            }),
          ],
        }),
      'partial_sphere',
    ],
    [
      'half a sphere in V1 XML',
      () =>
        declaring(film(), { track: [v1({ FullPanoWidthPixels: 1280, CroppedAreaImageWidthPixels: 640 })] }),
      'half_sphere',
    ],
    ['a cube in V1 XML', () => declaring(film(), { track: [v1({ ProjectionType: 'cubemap' })] }), 'cube_map'],
  ]

  it.each(cases)('reads the declared projection from MP4 boxes: %s', async (_, file, shape) => {
    expect(shapeOf(sphere, await declaredIn(file()), nothing)).toBe(shape)
  })

  it('reads the declared pose with signed angles', async () => {
    const posed = declaring(film(), { entry: [equi([0, 0, 0, 0], [90, -10.5, -180])] })
    expect(poseIn(await declaredIn(posed))).toEqual({ yaw: 90, pitch: -10.5, roll: -180 })
    expect(poseIn(await declaredIn(declaring(film(), { entry: [equi()] })))).toBeUndefined()
    expect(readV1('<a:InitialViewHeadingDegrees>45</a:InitialViewHeadingDegrees>').pose).toEqual({
      ...{ yaw: 45, pitch: 0, roll: 0 },
    })
  })

  it('returns no declaration if the boxes are damaged', async () => {
    const bytes = Buffer.from(declaring(film(), { entry: [equi()] }).bytes)
    bytes.writeUInt32BE(0xfffff, bytes.indexOf('sv3d') - 4)
    expect(await declaredIn({ bytes })).toEqual([])
    expect(await declaredIn({ bytes: Buffer.from('no film') })).toEqual([])
  })
})

describe('the shape of video frames', () => {
  const mono: Declared = { projection: 'sphere', isStereo: false }

  it.each([
    ['two tracks of squares', { ...square, tracks: 2 }, [], nothing, 'two_fisheyes'],
    ['two tracks of a GoPro .360', { width: 4096, height: 1344, tracks: 2 }, [], nothing, 'cube_map'],
    ['two circles', sphere, [], { ...nothing, circles: 2 }, 'two_fisheyes'],
    ['two circles that are declared a sphere', sphere, [mono], { ...nothing, circles: 2 }, 'two_fisheyes'],
    ['rims of two lenses', sphere, [], { ...nothing, rims: true }, 'two_fisheyes'],
    ['rims in a declared sphere', sphere, [mono], { ...nothing, rims: true }, 'sphere'],
    ['one circle', square, [], { ...nothing, circles: 1 }, 'fisheye'],
    ['two eyes in a square', square, [], { ...nothing, alike: 'top-bottom' }, 'stereo_sphere'],
    ['two eyes side by side', sphere, [], { ...nothing, alike: 'left-right' }, 'half_sphere'],
    ['two squeezed spheres', sphere, [], { ...nothing, alike: 'left-right', wrapped: true }, 'stereo_sphere'],
    ['alike halves of one declared eye', sphere, [mono], { ...nothing, alike: 'left-right' }, 'sphere'],
    [
      'two spheres of 4:1',
      { width: 1280, height: 320, tracks: 1 },
      [],
      { ...nothing, alike: 'left-right' },
      'stereo_sphere',
    ],
    [
      'two eyes of a flat film',
      { width: 1920, height: 1080, tracks: 1 },
      [{ isStereo: true }],
      nothing,
      'flat',
    ],
    ['a flat film', { width: 1920, height: 1080, tracks: 1 }, [], nothing, 'flat'],
  ] as const)('detects the shape of %s', (_, frames, declared, seen, shape) => {
    expect(shapeOf(frames, declared, seen)).toBe(shape)
  })

  it('reports a shape problem for other shapes than a sphere, or for a wrong aspect ratio', () => {
    expect(shapeProblem({ shape: 'sphere', width: 640, height: 320 })).toBeUndefined()
    expect(shapeProblem({ shape: null, width: 640, height: 320 })).toBeUndefined()
    expect(shapeProblem({ shape: null, width: 640, height: 360 })).toBe('not_360')
    expect(shapeProblem({ shape: 'flat', width: 640, height: 320 })).toBe('not_360')
    expect(shapeProblem({ shape: 'mesh', width: 640, height: 320 })).toBe('mesh')
  })
})

describe('the analysis of video frames', () => {
  beforeEach(needsFfmpeg)

  const looksOf = async ({ bytes }: { readonly bytes: Buffer }) => {
    const cwd = newFolder('shape')
    const path = join(cwd, 'film.mp4')
    writeFileSync(path, bytes)
    const tools = { ffmpeg: ffmpegPath(), ffprobe: ffprobePath() }
    const bench = { tools, cwd, signal: new AbortController().signal, onLog: () => undefined }
    return lookAt(bench, path, await probe(bench, path))
  }

  it.each([
    ['a large pattern', () => pictured('1920x960'), {}],
    ['two lenses, dark around', () => lensPair(true), { circles: 2 }],
    ['two lenses, in the dark', () => lensPair(true, ',lutyuv=y=16+(val-16)/4'), { circles: 2 }],
    ['two lenses without dark corners', () => lensPair(false), { rims: true }],
    ['black', () => pictured('640x320', 'lutyuv=y=16:u=128:v=128'), { isDark: true }],
    [
      'two eyes next to each other',
      () => pictured('640x320', 'split[a][b];[a][b]hstack'),
      { alike: 'left-right' },
    ],
    [
      'two eyes one above the other',
      () => pictured('640x320', 'split[a][b];[a][b]vstack'),
      { alike: 'top-bottom' },
    ],
  ] as const)('recognizes frames of %s', async (_, file, found) => {
    const { wrapped: _wrapped, ...looks } = await looksOf(file())
    expect(looks).toEqual({ ...nothing, ...found })
  })
})

describe('a duration that no header states', () => {
  beforeEach(needsFfmpeg)

  it('measures the duration of a video whose header states none', async () => {
    const fragments = ['-movflags', 'frag_keyframe+empty_moov+default_base_moof']
    const { bytes } = film('film.mp4', [
      ...[
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=128x64:r=10:d=1',
        '-c:v',
        'libx264',
        '-pix_fmt',
        'yuv420p',
        ...fragments,
      ],
    ])
    const cwd = newFolder('unknown')
    const path = join(cwd, 'film.mp4')
    writeFileSync(path, ofUnknownDuration(bytes))
    const tools = { ffmpeg: ffmpegPath(), ffprobe: ffprobePath() }
    const facts = await probe({ tools, cwd, signal: new AbortController().signal }, path)
    expect(facts.duration).toBeCloseTo(1, 2)
  })
})

describe('tone mapping', () => {
  it('applies tone mapping to HDR videos only', () => {
    expect(['bt709', '', 'unknown'].map(transfer => toneMapping({ transfer }))).toEqual(['', '', ''])
    expect(toneMapping({ transfer: 'smpte2084' })).toContain('lutrgb')
    expect(toneMapping({ transfer: 'arib-std-b67' })).toContain('lutrgb')
  })
})
