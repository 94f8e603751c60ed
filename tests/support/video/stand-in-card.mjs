// An ffmpeg for tests whose encoder h264_vaapi works without a card: libx264 encodes what would be uploaded. It fails like
// ffmpeg where the device or the upload is missing. CARD_LOG names a file for the arguments.
import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'

const args = process.argv.slice(2)
const { REAL_FFMPEG = 'ffmpeg', CARD_LOG } = process.env
if (CARD_LOG) appendFileSync(CARD_LOG, `${JSON.stringify(args)}\n`)

const isOnCard = args.includes('h264_vaapi')
const device = args.indexOf('-vaapi_device')
const uploads = args.join(' ').split('format=nv12,hwupload').length - 1
if (isOnCard && (device < 0 || device > args.indexOf('-i') || uploads !== 1)) {
  process.stderr.write('Error while opening encoder for output stream #0:0\n')
  process.exit(1)
}
if (device >= 0) args.splice(device, 2)
const own = args.map(each => {
  if (each === 'h264_vaapi') return 'libx264'
  if (each === '-rc_mode') return '-preset'
  if (each === 'CQP' || each === 'VBR') return 'ultrafast'
  return each.replace('format=nv12,hwupload', 'format=yuv420p')
})
const { status } = spawnSync(REAL_FFMPEG, own, { stdio: 'inherit' })
process.exit(status ?? 1)
