import { aac, type CameraFile, cameraFile, edited, h264, heard, plain, seen } from './camera-file'
import { declaring, equi } from './declared-films'
import { film } from './films'
import {
  asAmbisonic,
  asSegment,
  beginningWith,
  ofUndecodedAudio,
  ofUnknownAudio,
  ofUnknownDuration,
  turned,
  withoutBrand,
} from './mp4-edits'

const fragments = 'frag_keyframe+empty_moov+default_base_moof'
const dash = 'dash+frag_keyframe+delay_moov'

const brands = (): CameraFile[] => [
  cameraFile('isom, its index last', plain(['-brand', 'isom'])),
  cameraFile('isom, its index first', plain(['-movflags', '+faststart'])),
  ...['mp42', 'avc1', 'M4V '].map(brand => cameraFile(brand, plain(['-brand', brand]))),
  cameraFile('3gp', plain([], '3gp')),
  // ffmpeg delays the fragments after the first frame by the first audio samples.
  cameraFile('iso5 in fragments', plain(['-brand', 'iso5', '-movflags', fragments]), {
    ...{ facts: { duration: 1.021 }, event: 0.521 },
  }),
  cameraFile('iso6 in fragments', plain(['-brand', 'iso6', '-movflags', `${dash}+cmaf`])),
  cameraFile('dash with an index of segments', plain(['-movflags', `${dash}+global_sidx`])),
  cameraFile('fragments of unknown duration', edited(plain(['-movflags', fragments]), ofUnknownDuration), {
    ...{ facts: { duration: 1.021 }, event: 0.521 },
  }),
  cameraFile('a dash segment', edited(plain(['-movflags', `${dash}+skip_trailer`]), asSegment)),
  cameraFile('QuickTime', plain([], 'mov')),
  cameraFile(
    'QuickTime of old, index first',
    edited(plain(['-movflags', '+faststart'], 'mov'), withoutBrand),
  ),
  cameraFile('QuickTime of old, index last', edited(plain([], 'mov'), withoutBrand)),
  ...['free', 'skip'].map(type =>
    cameraFile(`QuickTime of old that begins with ${type}`, {
      ...edited(plain([], 'mov'), bytes => beginningWith(bytes, type)),
    }),
  ),
]

const hevc = (tag: string, pixels: string) => [
  ...[...seen(), ...heard(), '-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none'],
  ...['-pix_fmt', pixels, '-tag:v', tag, ...aac],
]

const twoSounds = () =>
  film('film.mp4', [
    ...[...seen(), ...heard(), ...heard(), '-map', '0', '-map', '1', '-map', '2'],
    ...[...h264, ...aac],
  ])

const codecs = (): CameraFile[] => [
  ...['hvc1', 'hev1'].flatMap(tag =>
    ['yuv420p', 'yuv420p10le'].map(pixels =>
      cameraFile(`HEVC, ${tag}, ${pixels}`, film('film.mp4', hevc(tag, pixels)), {
        facts: { codec: 'hevc' },
      }),
    ),
  ),
  cameraFile(
    'VP9',
    film('film.mp4', [...seen(), ...heard(), '-c:v', 'libvpx-vp9', '-deadline', 'realtime', ...aac]),
    { facts: { codec: 'vp9' } },
  ),
  cameraFile('PCM audio', film('film.mp4', [...seen(), ...heard(), ...h264, '-c:a', 'pcm_s16le'], 'mov')),
  cameraFile('four channels', film('film.mp4', [...seen(), ...heard({}, 4), ...h264, ...aac])),
  cameraFile(
    'ambisonic audio',
    edited(film('film.mp4', [...seen(), ...heard({}, 4), ...h264, '-c:a', 'pcm_s16le'], 'mov'), asAmbisonic),
  ),
  cameraFile('a second audio track of an unknown kind', edited(twoSounds(), ofUnknownAudio)),
  cameraFile('audio of an unknown kind alone', edited(plain(), ofUnknownAudio), { audio: false }),
  cameraFile('audio that cannot be decoded', edited(plain(), ofUndecodedAudio), { audio: false }),
  cameraFile('no audio', film('film.mp4', [...seen(), ...h264]), { audio: false }),
]

/** A red square of one frame, larger than the video, in a stream before it. */
const cover = (disposition: string) =>
  film('film.mp4', [
    ...['-f', 'lavfi', '-i', 'color=red:s=256x256:r=25:d=0.04', ...seen(), ...heard()],
    ...['-map', '0', '-map', '1', '-map', '2', ...h264, '-c:v:0', 'mjpeg', '-pix_fmt:v:0', 'yuvj420p'],
    ...['-disposition:v:0', disposition, ...aac],
  ])

const streams = (): CameraFile[] => [
  cameraFile('a timecode track', plain(['-timecode', '01:02:03:04'], 'mov')),
  cameraFile('an attached cover', cover('attached_pic')),
  cameraFile('a still image as its first track', cover('default')),
  cameraFile(
    'a display matrix of half a turn',
    edited(plain(), bytes => turned(bytes, 180)),
  ),
  cameraFile(
    'a display matrix of a quarter turn',
    edited(plain([], 'mp4', { size: '64x128' }), bytes => turned(bytes, 90)),
  ),
  cameraFile('a pose', declaring(plain(), { entry: [equi([0, 0, 0, 0], [90, 10, -5])] })),
  cameraFile('an export of 640 × 322', plain([], 'mp4', { size: '640x322' }), {
    facts: { width: 640, height: 322 },
  }),
]

/** Streams with explicit start times. */
const late = (videoAt: number, audioAt: number, event: number) =>
  film('film.mp4', [
    ...['-itsoffset', String(videoAt), ...seen({ event: event - videoAt })],
    ...['-itsoffset', String(audioAt), ...heard({ event: event - audioAt })],
    ...[...h264, ...aac, '-fps_mode', 'passthrough'],
  ])

const variable = "select='not(mod(n,4))+lt(n,20)'"

const times = (): CameraFile[] => [
  cameraFile('120 frames a second', plain([], 'mp4', { rate: 120 }), { facts: { framerate: 120 } }),
  cameraFile('30000/1001 frames a second', plain(['-r', '30000/1001']), { facts: { framerate: 29.97 } }),
  cameraFile('a variable frame rate', plain(['-vf', variable, '-fps_mode', 'vfr']), {
    facts: { framerate: 23.79, duration: 0.967 },
    event: 0.5,
  }),
  cameraFile('a late beginning', plain(['-output_ts_offset', '0.7']), {}),
  cameraFile('late video', late(0.4, 0, 0.8), { event: 0.4 }),
  cameraFile('late audio', late(0, 0.3, 0.6), { event: 0.6 }),
  cameraFile(
    'an edit list',
    plain(['-output_ts_offset', '-0.3', '-avoid_negative_ts', 'disabled'], 'mp4', {
      seconds: 1.3,
      event: 0.8,
    }),
  ),
  cameraFile('0.3 seconds', plain([], 'mp4', { seconds: 0.3 }), { facts: { duration: 0.3 } }),
  cameraFile(
    'two frames of 5760 × 2880',
    film('film.mp4', [
      ...seen({ size: '5760x2880', rate: 10, seconds: 0.2 }),
      ...heard({ seconds: 0.2 }),
      ...h264,
      ...aac,
    ]),
    { facts: { width: 5760, height: 2880, duration: 0.2, framerate: 10 } },
  ),
]

/** File names in several scripts, in decomposed Unicode, and longer than the limit. */
const names = [
  'GX010042.MP4',
  '夜景の散歩.mp4',
  'جولة في المدينة.mp4',
  '🎥👩‍👩‍👧‍👦🌍.mp4',
  'été à la plage'.normalize('NFD').concat('.mp4'),
  'ทะเล हिमालय Ελλάδα.mp4',
  `${'🏝️ very long '.repeat(40)}.mp4`,
]
const declared = ['video/mp4', 'video/quicktime', '', 'application/octet-stream']

/** Files of real muxers, each under another name, with the content types that browsers and systems declare. */
export const cameraFiles = (): readonly CameraFile[] =>
  [...brands(), ...codecs(), ...streams(), ...times()].map((each, index) => ({
    ...each,
    file: {
      ...each.file,
      name: names[index % names.length] ?? 'film.mp4',
      contentType: declared[index % declared.length] ?? '',
    },
  }))
