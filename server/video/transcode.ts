import { existsSync } from 'node:fs'
import { codecOf, encodingOf, playbackEncoder } from '~/model/video/encoders'
import { exactSphereSize, isEquirectangular } from '~/model/video/picture-shape'
import { type Audio, type Facts, probe } from './facts'
import { Failure, ffmpeg, inputArgs, inputArgsAt, type Workbench } from './ffmpeg'
import { smallFrameFilter } from './picture-shape'

/** Frames at a constant rate from time 0 on; the frame shown at 0 starts before 0 or is the video's first. */
const videoAt = ({ tracks }: Pick<Facts, 'tracks'>, framerate: number, round: 'near' | 'up' = 'near') =>
  `[0:v:${tracks[0]}]fps=${framerate}:start_time=0:round=${round}`

/** Mixes the first two ambisonic components to stereo, since no decoder plays ambisonic audio directly. */
const ambisonic = 'pan=stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1,'

/** The audio from time 0 on, padded with silence if it begins later or has gaps. */
const audioFrom0 = ({ track, isAmbisonic }: Audio) =>
  `[0:a:${track}]${isAmbisonic ? ambisonic : ''}aresample=async=1:first_pts=0`

/** Luminance of white in a video of standard dynamic range, in cd/m², as BT.2408 sets it for both kinds of HDR. */
const white = 203
/** Share of white up to which light stays as it is; brighter light approaches white. */
const [knee, rest] = [0.7, 0.3]

/** The signal from 0 to 1: tables are also made of values that no signal has. */
const signal = 'min(val/maxval,1)'

/** Light in shares of white, from the signal of PQ (SMPTE ST 2084). */
const lightOfPq = () => {
  const root = `pow(${signal},1/78.84375)`
  return `(pow(max(${root}-0.8359375,0)/(18.8515625-18.6875*${root}),1/0.1593017578125)*${10_000 / white})`
}

/** Light in shares of white, from the signal of HLG (ARIB STD-B67) on a display of 1000 cd/m². */
const lightOfHlg = () => {
  const scene = `if(lte(${signal},0.5),${signal}*${signal}/3,(exp((${signal}-0.55991073)/0.17883277)+0.28466892)/12)`
  return `(pow(${scene},1.2)*${1000 / white})`
}

const lights: Readonly<Record<string, () => string>> = { smpte2084: lightOfPq, 'arib-std-b67': lightOfHlg }

/** Colours of BT.2020 in BT.709. */
const colours = [
  'rr=1.6605:rg=-0.5876:rb=-0.0729',
  'gr=-0.1246:gg=1.1329:gb=-0.0083',
  'br=-0.0182:bg=-0.1006:bb=1.1188',
].join(':')

/**
 * Filters that tone-map an HDR video to standard dynamic range, each with a comma before it; empty for other videos.
 * Lookup tables are fast, and need neither zscale nor a graphics card, which not every ffmpeg has.
 */
export const toneMapping = ({ transfer }: Pick<Facts, 'transfer'>) => {
  const light = lights[transfer]?.()
  if (!light) return ''
  const shown = `if(lte(${light},${knee}),${light},1-${rest}*exp((${knee}-${light})/${rest}))`
  const table = `'maxval*pow(${shown},1/2.4)'`
  return [
    '',
    'scale=in_color_matrix=bt2020',
    'format=gbrp10le',
    `lutrgb=r=${table}:g=${table}:b=${table}`,
    `colorchannelmixer=${colours}`,
    'scale=out_color_matrix=bt709:out_range=tv',
    'format=yuv420p',
    'setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709',
  ].join(',')
}

/** Frames of a sprite: their size in pixels and the number per row. */
const PICTURE = { width: 160, height: 80, columns: 20 }
const FEWEST = 12
const MOST = 200

/** The frames of a video's timeline: frame `i` is shown at `i * every` seconds. */
export type Timeline = {
  readonly every: number
  readonly count: number
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
}

export const timelineOf = ({ duration }: Pick<Facts, 'duration'>): Timeline => {
  const count = Math.min(MOST, Math.max(FEWEST, Math.ceil(duration)))
  const { width, height, columns } = PICTURE
  return { every: duration / count, count, columns, rows: Math.ceil(count / columns), width, height }
}

type FrameSize = Pick<Facts, 'width' | 'height'>

/** Encoding for progressive playback and seeking in a browser: a key frame every half second. */
const watched = ({ tools: { encoder } }: Workbench, size: FrameSize) => {
  const { device, upload, args, pixels } = encodingOf(playbackEncoder(encoder), size, { crf: 26 })
  return { device, upload, args: [...args, '-g', '15', ...pixels] }
}
const stereo = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']
/** Arguments for the audio of joined clips: as it was trimmed, and for playback in the panel. */
export const [copiedAudio, playedAudio] = [['-c:a', 'copy'], stereo]
/** Strips metadata such as chapters, timecodes and the recording location. */
const bare = ['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart']

/** Maximum frame rate for playback: more is not visible, and few browsers keep up. */
const fastest = 120

const lowSize = (facts: Facts) =>
  isEquirectangular(facts)
    ? 'scale=1280:640,setsar=1'
    : "scale='min(1280,iw)':-2,pad=ceil(iw/2)*2:ceil(ih/2)*2"

/** Approximately the size that `lowSize` scales to, to choose an encoder by. */
const lowFrame = (facts: Facts): FrameSize => {
  const width = isEquirectangular(facts) ? 1280 : Math.min(1280, facts.width)
  return { width, height: (facts.height * width) / facts.width }
}

/** The part of a frame that a picture of the video shows, in shares of the frame, and the angle of view. */
const views = {
  /** A whole sphere: what a camera that looks ahead would see. */
  sphere: 'v360=e:flat:h_fov=105:v_fov=72.5:w=480:h=270',
  /** The left eye of a stereoscopic sphere. */
  stereo: 'crop=iw:ih/2:0:0,v360=e:flat:h_fov=105:v_fov=72.5:w=480:h=270',
  /** Other frames: their middle. */
  flat: "crop='min(iw,ih*16/9)':'min(ih,iw*9/16)',scale=480:270",
} as const

type Made = { readonly low: string; readonly sprite: string }

/** Paths of the still images that are made in the same pass as the playback file; `smallFrames`: frames for `examineShape`. */
export type Stills = {
  readonly poster: string
  readonly picture: string
  readonly smallFrames: string
  readonly view: keyof typeof views
}

/** Selects the first frame from this many seconds on. */
const frameFrom = (seconds: number) => `select='isnan(prev_selected_t)*gte(t,${seconds})'`

const stillsGraph = ({ duration, framerate }: Facts, { view }: Stills) => {
  const chosen = frameFrom(duration / 10)
  return [
    '[s]split=3[p][q][f]',
    `[p]${chosen}[poster]`,
    `[q]${chosen},${views[view]},setsar=1[picture]`,
    `[f]${smallFrameFilter({ duration, framerate: Math.min(framerate, fastest) })}[small]`,
  ]
}

const oneImage = ['-frames:v', '1', '-f', 'image2', '-update', '1']

const stillsOutputs = ({ poster, picture, smallFrames }: Stills) => [
  ...['-map', '[poster]', '-q:v', '4', ...oneImage, poster],
  ...['-map', '[picture]', '-q:v', '3', ...oneImage, picture],
  ...['-map', '[small]', '-fps_mode', 'passthrough', '-f', 'rawvideo', smallFrames],
]

const playableGraph = (
  facts: Facts,
  { every, width, height, columns, rows }: Timeline,
  upload: string,
  stills?: Stills,
) => {
  const sprite = `fps=1/${every}:round=up,scale=${width}:${height}${toneMapping(facts)},tile=${columns}x${rows}`
  return [
    `${videoAt(facts, Math.min(facts.framerate, fastest))},split=2[a][b]`,
    stills
      ? // The format is named: all branches have one, and that of JPEG would be converted back for each frame.
        `[a]${lowSize(facts)}${toneMapping(facts)},format=yuv420p,split=2[l][s];[l]${upload ? upload.slice(1) : 'null'}[low]`
      : `[a]${lowSize(facts)}${toneMapping(facts)}${upload}[low]`,
    ...(stills ? stillsGraph(facts, stills) : []),
    `[b]${sprite}[sprite]`,
    ...(facts.audio ? [`${audioFrom0(facts.audio)},atrim=end=${facts.duration}[audio]`] : []),
  ].join(';')
}

/**
 * Creates the video for playback in the panel, its timeline sprite, and the still images if requested, in a single pass
 * over the source. The frame rate is constant, and playback begins with the first frame, regardless of the file's timestamps.
 */
export const makePlayable = async (
  bench: Workbench,
  source: string,
  facts: Facts,
  timeline: Timeline,
  to: Made,
  onProgress: (seconds: number) => void,
  stills?: Stills,
) => {
  const audio = facts.audio ? ['-map', '[audio]', ...stereo] : []
  const { device, upload, args } = watched(bench, lowFrame(facts))
  await ffmpeg(
    bench,
    [
      ...[...device, ...inputArgsAt(source, facts)],
      ...['-filter_complex', playableGraph(facts, timeline, upload, stills)],
      ...['-map', '[low]', ...audio, ...args, ...bare, to.low],
      ...['-map', '[sprite]', '-q:v', '5', ...oneImage, to.sprite],
      ...(stills ? stillsOutputs(stills) : []),
    ],
    onProgress,
  )
  if (!stills || existsSync(stills.poster)) return
  // A video of a single frame, or one that ends early, has no frame at a tenth.
  await makePoster(bench, to.low, 0, stills.poster)
  await makePicture(bench, to.low, { seconds: 0, view: stills.view }, stills.picture)
}

/** Extracts the frame at a tenth of the duration, or the first frame, as for a video of a single frame. */
export const makePoster = async (bench: Workbench, low: string, seconds: number, to: string) => {
  const image = (from: number) =>
    ffmpeg(bench, [
      ...['-ss', String(from), ...inputArgs(low), '-frames:v', '1', '-q:v', '4'],
      ...['-f', 'image2', '-update', '1', to],
    ])
  await image(seconds / 10)
  if (!existsSync(to)) await image(0)
}

/** `seconds`: the duration of the video. */
export type PictureOf = { readonly seconds: number; readonly view: keyof typeof views }

/** Makes the picture of a video for lists, 480 by 270, from the frame at a tenth of the duration, or the first frame. */
export const makePicture = async (
  bench: Workbench,
  low: string,
  { seconds, view }: PictureOf,
  to: string,
) => {
  const image = (from: number) =>
    ffmpeg(bench, [
      ...['-ss', String(from), ...inputArgs(low), '-frames:v', '1', '-vf', `${views[view]},setsar=1`],
      ...['-q:v', '3', '-f', 'image2', '-update', '1', to],
    ])
  await image(seconds / 10)
  if (!existsSync(to)) await image(0)
}

const stereoLow = "scale='min(1280,iw)':'min(1280,ih)'"

/** The size that `stereoLow` scales to. */
const stereoFrame = ({ width, height }: FrameSize): FrameSize => ({
  width: Math.min(1280, width),
  height: Math.min(1280, height),
})

type StereoFacts = Pick<Facts, 'duration' | 'width' | 'height'>

/** Creates the stereoscopic video for playback in the panel: 1280 by 640 per eye, top-bottom. */
export const makeStereoLow = (
  bench: Workbench,
  source: string,
  facts: StereoFacts,
  to: string,
  onProgress: (seconds: number) => void,
) => {
  const { device, upload, args } = watched(bench, stereoFrame(facts))
  return ffmpeg(
    bench,
    [
      ...[...device, ...inputArgs(source), '-map', '0:v:0', '-map', '0:a:0?', '-fps_mode', 'passthrough'],
      ...['-vf', `${stereoLow}${upload}`, '-af', `atrim=end=${facts.duration}`],
      ...[...args, ...stereo, ...bare, to],
    ],
    onProgress,
  )
}

/** The timeline sprite of a stereoscopic video's left eye. */
const spriteOf = ({ every, width, height, columns, rows }: Timeline) =>
  `crop=iw:ih/2:0:0,fps=1/${every}:start_time=0:round=up,scale=${width}:${height},tile=${columns}x${rows}`

/** Makes the timeline sprite of a stereoscopic video for playback, from its key frames alone: there is one every half second. */
export const makeSprite = (bench: Workbench, source: string, timeline: Timeline, to: string) =>
  ffmpeg(bench, [
    ...['-skip_frame', 'nokey'],
    ...inputArgs(source),
    '-an',
    '-vf',
    spriteOf(timeline),
    '-q:v',
    '5',
    ...oneImage,
    to,
  ])

/** Like `makeStereoLow`, with the timeline sprite of its left eye, in a single pass. */
export const makeStereoPlayable = (
  bench: Workbench,
  source: string,
  facts: StereoFacts,
  timeline: Timeline,
  to: Made,
  onProgress: (seconds: number) => void,
) => {
  const { device, upload, args } = watched(bench, stereoFrame(facts))
  const sprite = spriteOf(timeline)
  return ffmpeg(
    bench,
    [
      ...[
        ...[...device, ...inputArgs(source)],
        '-filter_complex',
        upload
          ? `[0:v:0]${stereoLow},split=2[a][b];[a]${upload.slice(1)}[low];[b]${sprite}[sprite]`
          : `[0:v:0]${stereoLow},split=2[low][b];[b]${sprite}[sprite]`,
      ],
      ...[
        '-map',
        '[low]',
        '-map',
        '0:a:0?',
        '-fps_mode',
        'passthrough',
        '-af',
        `atrim=end=${facts.duration}`,
      ],
      ...[...args, ...stereo, ...bare, to.low],
      ...['-map', '[sprite]', '-frames:v', '1', '-q:v', '5', '-f', 'image2', '-update', '1', to.sprite],
    ],
    onProgress,
  )
}

/** Copies H.264, and what the chosen encoder writes; encodes anything else. */
const standardVideo = ({ tools: { encoder } }: Workbench, { codec, width, height }: StandardFacts) => {
  if (codec === 'h264') return { device: [], args: ['-c:v', 'copy'] }
  if (encoder && codec === codecOf(encoder.name))
    return { device: [], args: ['-c:v', 'copy', '-tag:v', 'hvc1'] }
  const { device, upload, args, pixels } = encodingOf(encoder, { width, height }, { crf: 18 })
  const filter = upload ? ['-vf', upload.slice(1)] : []
  return { device, args: ['-fps_mode', 'passthrough', ...filter, ...args, ...pixels] }
}

type StandardFacts = Pick<Facts, 'codec' | 'audio' | 'duration' | 'tracks' | 'width' | 'height'>

/** Converts an engine's output to a standard mp4; streams that already are standard are copied. */
export const makeStandard = (
  bench: Workbench,
  source: string,
  facts: StandardFacts,
  to: string,
  onProgress: (seconds: number) => void,
) => {
  const { audio, duration, tracks } = facts
  const { device, args } = standardVideo(bench, facts)
  const sound = audio?.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-af', `atrim=end=${duration}`]
  return ffmpeg(
    bench,
    [
      ...[...device, '-protocol_whitelist', 'file', '-i', source, '-map', `0:v:${tracks[0]}`],
      ...args,
      ...(audio ? ['-map', `0:a:${audio.track}`, ...sound] : []),
      ...['-movflags', '+faststart', to],
    ],
    onProgress,
  )
}

/** A range of a video: seconds after its first frame, and frames per second. */
export type ClipRange = { readonly from: number; readonly duration: number; readonly framerate: number }

/** The number of frames of a range, at least one. */
export const frameCount = ({ duration, framerate }: Pick<ClipRange, 'duration' | 'framerate'>) =>
  Math.max(1, Math.round(duration * framerate))

/** Scales a spherical video that is a few pixels off to exactly 2:1, as 3D engines require. */
const exactSize = (facts: Facts) => {
  const { width, height } = exactSphereSize(facts)
  const isExact = facts.width === width && facts.height === height
  return isEquirectangular(facts) && !isExact ? `scale=${width}:${height}:flags=lanczos,setsar=1` : 'setsar=1'
}

/**
 * Outputs exactly the range's number of frames, each the source frame shown in its middle, and audio of that
 * length. If the video ends slightly before the range, the last frame is repeated and silence is appended.
 */
const graph = (facts: Facts, range: ClipRange) => {
  const count = frameCount(range)
  const video = [
    videoAt(facts, range.framerate),
    `tpad=stop_mode=clone:stop=${count}`,
    `trim=end_frame=${count}`,
    `${exactSize(facts)}${toneMapping(facts)}[video]`,
  ].join(',')
  return facts.audio ? `${video};${rangeAudio(facts.audio, range)}` : video
}

/** The audio of a range, exactly as long as its frames. */
const rangeAudio = (audio: Audio, range: ClipRange) =>
  `${audioFrom0(audio)},apad,atrim=end=${frameCount(range) / range.framerate}[audio]`

const trimmedAudio = ['-c:a', 'aac', '-b:a', '192k']

/** Cuts the audio of a range out of a video, as `trim` does. */
export const trimAudio = (
  bench: Workbench,
  source: string,
  { start, audio }: Pick<Facts, 'start'> & { readonly audio: Audio },
  range: ClipRange,
  to: string,
) =>
  ffmpeg(bench, [
    ...['-vn', ...inputArgsAt(source, { start }, range.from), '-filter_complex', rangeAudio(audio, range)],
    ...['-map', '[audio]', ...trimmedAudio, '-map_metadata', '-1', '-map_chapters', '-1', to],
  ])

const beyondEnd = ({ from, duration }: ClipRange) =>
  new Failure('beyond_end', `Nothing lies between ${from} s and ${from + duration} s`)

/** A trimmed video lives for one job. Without frames that wait for later ones, a decoder holds few, and it is written sooner. */
export const trimmedVideo = '-c:v libx264 -preset veryfast -crf 12 -bf 0 -pix_fmt yuv420p'.split(' ')

/**
 * Cuts a range out of a video, exactly and at the requested frame rate. It is re-encoded, since a stream copy
 * could only begin at a key frame.
 * @returns the properties of the clip
 * @throws Failure beyond_end if the middle of the range is after the end of the video
 */
export const trim = async (
  bench: Workbench,
  source: string,
  facts: Facts,
  range: ClipRange,
  to: string,
  onProgress: (seconds: number) => void,
) => {
  if (range.from + range.duration / 2 >= facts.duration) throw beyondEnd(range)
  const args = [
    ...[...inputArgsAt(source, facts, range.from), '-filter_complex', graph(facts, range)],
    ...['-map', '[video]', ...trimmedVideo],
    ...(facts.audio ? ['-map', '[audio]', ...trimmedAudio] : []),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-movflags', '+faststart', to],
  ]
  try {
    await ffmpeg(bench, args, onProgress)
    return await probe(bench, to)
  } catch (error) {
    // The video itself is readable: if there is no frame now, the range contains none.
    if (error instanceof Failure && error.code === 'no_video') throw beyondEnd(range)
    throw error
  }
}
