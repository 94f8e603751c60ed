import sharp from 'sharp'
import { heard, plain } from './camera-file'
import { film } from './films'
import { type MediaFile, pngFile, textFile } from './media-files'
import { upTo } from './mp4-edits'

/** A file named .mp4 without a readable video. `ends`: the error of the upload, or the reason code of the video. */
export type BadFile = { readonly what: string; readonly bytes: Buffer; readonly ends: string }

const image = () => sharp({ create: { width: 64, height: 32, channels: 3, background: '#2a6f97' } })

/** An AVIF file with the brand of HEIC. */
const heicOf = (avif: Buffer) => {
  const copy = Buffer.from(avif)
  copy.write('heic', 8, 'latin1')
  return copy
}

const half = (bytes: Buffer) => bytes.subarray(0, Math.round(bytes.length * 0.6))

export const badFiles = async (): Promise<readonly BadFile[]> => {
  const avif = await image().avif().toBuffer()
  const whole = plain().bytes
  const indexFirst = plain(['-movflags', '+faststart']).bytes
  const fragmented = plain(['-movflags', 'frag_keyframe+empty_moov']).bytes
  const wrong = '415 wrong_file_type'
  return [
    { what: 'text', bytes: textFile().bytes, ends: wrong },
    { what: 'PNG', bytes: (await pngFile()).bytes, ends: wrong },
    { what: 'HEIC', bytes: heicOf(avif), ends: wrong },
    { what: 'AVIF', bytes: avif, ends: wrong },
    { what: 'nothing', bytes: Buffer.alloc(0), ends: wrong },
    { what: 'M4A', bytes: film('x', [...heard(), '-c:a', 'aac'], 'ipod').bytes, ends: 'no_video' },
    { what: 'its index lost', bytes: upTo(whole, 'moov'), ends: 'truncated' },
    { what: 'its data lost', bytes: half(indexFirst), ends: 'truncated' },
    { what: 'its last bytes lost', bytes: indexFirst.subarray(0, -10), ends: 'truncated' },
    { what: 'a fragment lost', bytes: half(fragmented), ends: 'truncated' },
    { what: 'a video track without frames', bytes: upTo(fragmented, 'moof'), ends: 'no_video' },
  ]
}

export const declaredAs = ({ what, bytes }: BadFile, contentType: string): MediaFile => ({
  ...{ name: `${what}.mp4`, contentType, bytes },
})
