/** Width and height of a frame in pixels. */
type Size = { readonly width: number; readonly height: number }

/**
 * How an encoder of ffmpeg is used.
 * `quality`: options for a constant quality, by the CRF of x264 that it corresponds to; `rate`: options for a bitrate.
 * `plays`: the encoder of files that browsers play, which takes H.264. `sides`: the least and most pixels of a side; other
 * frames are encoded by libx264. `needs`: what the machine takes, in a sentence for the operator.
 */
type EncoderSettings = {
  readonly codec: 'h264' | 'hevc'
  readonly plays?: string
  readonly speed: readonly string[]
  readonly quality: (crf: number) => readonly string[]
  readonly rate: readonly string[]
  readonly pixels: 'yuv420p' | 'nv12' | 'vaapi'
  readonly sides?: readonly [number, number]
  readonly needs?: string
}

/** Sides that graphics cards encode: of H.264 most take no more, and none of them very small ones. */
const cardSides = { h264: [256, 4096], hevc: [256, 8192] } as const

/** Apple's players take HEVC with this tag only. */
const tags = { h264: [], hevc: ['-tag:v', 'hvc1'] } as const

const onCard = (codec: 'h264' | 'hevc') => ({ codec, sides: cardSides[codec] })

const nvenc = (codec: 'h264' | 'hevc'): EncoderSettings => ({
  ...onCard(codec),
  plays: 'h264_nvenc',
  speed: ['-preset', 'p4', ...tags[codec]],
  quality: crf => ['-rc', 'vbr', '-cq', `${crf}`, '-b:v', '0'],
  rate: ['-rc', 'vbr'],
  pixels: 'yuv420p',
  needs:
    'It takes an NVIDIA card with its driver; in a container also the NVIDIA Container Toolkit with the capability video.',
})

const vaapi = (codec: 'h264' | 'hevc'): EncoderSettings => ({
  ...onCard(codec),
  plays: 'h264_vaapi',
  speed: [...tags[codec]],
  quality: crf => ['-rc_mode', 'CQP', '-qp', `${crf}`],
  rate: ['-rc_mode', 'VBR'],
  pixels: 'vaapi',
  needs:
    'It takes a VA-API driver and the device of FFMPEG_DEVICE, which the user of the worker may read and write.',
})

const quickSync = (codec: 'h264' | 'hevc'): EncoderSettings => ({
  ...onCard(codec),
  plays: 'h264_qsv',
  speed: ['-preset', 'veryfast', ...tags[codec]],
  quality: crf => ['-global_quality', `${crf}`],
  rate: [],
  pixels: 'nv12',
  needs:
    'It takes an Intel graphics unit with its media driver, and its device (FFMPEG_DEVICE), which the user of the worker may read and write.',
})

/** Its scale is from 1 to 100, the best. */
const videoToolbox = (codec: 'h264' | 'hevc'): EncoderSettings => ({
  ...onCard(codec),
  plays: 'h264_videotoolbox',
  speed: [...tags[codec]],
  quality: crf => ['-q:v', `${Math.round(100 - 1.75 * crf)}`],
  rate: [],
  pixels: 'yuv420p',
  needs: 'It takes macOS on Apple silicon.',
})

const settings = {
  libx264: {
    codec: 'h264',
    speed: ['-preset', 'veryfast'],
    quality: crf => ['-crf', `${crf}`],
    rate: [],
    pixels: 'yuv420p',
  },
  libx265: {
    codec: 'hevc',
    plays: 'libx264',
    speed: ['-preset', 'veryfast', ...tags.hevc, '-x265-params', 'log-level=error'],
    quality: crf => ['-crf', `${crf}`],
    rate: [],
    pixels: 'yuv420p',
  },
  h264_nvenc: nvenc('h264'),
  hevc_nvenc: nvenc('hevc'),
  h264_vaapi: vaapi('h264'),
  hevc_vaapi: vaapi('hevc'),
  h264_qsv: quickSync('h264'),
  hevc_qsv: quickSync('hevc'),
  h264_videotoolbox: videoToolbox('h264'),
  hevc_videotoolbox: videoToolbox('hevc'),
} as const satisfies Readonly<Record<string, EncoderSettings>>

export type EncoderName = keyof typeof settings

const isEncoderName = (name: string): name is EncoderName => Object.hasOwn(settings, name)

/** The encoders whose settings are known. */
export const encoderNames = Object.keys(settings).filter(isEncoderName)

export const knownEncoder = (name: string): EncoderName | undefined =>
  isEncoderName(name) ? name : undefined

const settingsOf = (name: EncoderName): EncoderSettings => settings[name]

export const codecOf = (name: EncoderName) => settingsOf(name).codec

export const needsOf = (name: EncoderName) => settingsOf(name).needs

/** The encoder that a worker uses, and the path of its device. */
export type Encoder = { readonly name: EncoderName; readonly device?: string | undefined }

/** The encoder for files that browsers play: of H.264. */
export const playbackEncoder = (encoder: Encoder | undefined): Encoder | undefined => {
  const name = encoder && knownEncoder(settingsOf(encoder.name).plays ?? encoder.name)
  return encoder && name && { ...encoder, name }
}

/** The requested quality as the CRF of x264, or the requested bitrate in Mb/s. */
type Aim = { readonly crf: number } | { readonly megabits: number }

const takes = (
  { sides: [least, most] = [0, Number.POSITIVE_INFINITY] }: EncoderSettings,
  { width, height }: Size,
) => Math.min(width, height) >= least && Math.max(width, height) <= most

const usualDevice = '/dev/dri/renderD128'

const deviceArgs = ({ name, device }: Encoder) => {
  if (settingsOf(name).pixels === 'vaapi') return ['-vaapi_device', device ?? usualDevice]
  return device === undefined ? [] : ['-qsv_device', device]
}

const aimArgs = ({ quality, rate }: EncoderSettings, aim: Aim) => {
  if ('crf' in aim) return quality(aim.crf)
  const { megabits } = aim
  return [...rate, '-b:v', `${megabits}M`, '-maxrate', `${megabits * 1.5}M`, '-bufsize', `${megabits * 2}M`]
}

/**
 * Arguments of ffmpeg that encode frames of a size; without an encoder, those of libx264.
 * @returns `device`: before the inputs; `upload`: the end of the filters of the video, begun with a comma; `args`: of the
 * output, then `pixels`
 */
export const encodingOf = (encoder: Encoder | undefined, size: Size, aim: Aim) => {
  const wanted = encoder ?? { name: 'libx264' }
  const used: Encoder = takes(settingsOf(wanted.name), size) ? wanted : { name: 'libx264' }
  const chosen = settingsOf(used.name)
  const isUploaded = chosen.pixels === 'vaapi'
  return {
    name: used.name,
    device: used.name === 'libx264' ? [] : deviceArgs(used),
    upload: isUploaded ? ',format=nv12,hwupload' : '',
    args: ['-c:v', used.name, ...chosen.speed, ...aimArgs(chosen, aim)],
    pixels: isUploaded ? [] : ['-pix_fmt', chosen.pixels],
  }
}
