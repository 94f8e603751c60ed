// A 3D engine for tests: copies the image to both eyes. FLAT_ENGINE=silent, fail, crash, mono or no-lead provokes errors.
// FLAT_QUALITY is the depth report, as JSON. Its method names the requested camera height.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const tell = line => process.stdout.write(`${JSON.stringify(line)}\n`)
const { input, output, ffmpeg, workDir, cameraHeight, lead = 0 } = JSON.parse(readFileSync(0, 'utf8'))
const mark = join(workDir, 'failed-once')
const report = process.env.FLAT_QUALITY ? { quality: JSON.parse(process.env.FLAT_QUALITY) } : {}
const how = process.env.FLAT_ENGINE ?? ''

tell({ stage: 'vectorization' })
tell({ progress: 0.1 })
if (how === 'silent') await new Promise(resolve => setTimeout(resolve, 600_000))
if (how === 'crash') process.exit(9)
if (how === 'fail-once' && !existsSync(mark)) {
  writeFileSync(mark, '')
  // Writes much output before it exits: the error must not overtake it.
  for (let index = 0; index < 50; index++) tell({ stage: 'vectorization' })
  tell({ error: { code: 'out_of_memory', message: 'There was not enough memory' } })
  process.exit(1)
}
const own = `[0:v]trim=start_frame=${how === 'no-lead' ? 0 : lead},setpts=PTS-STARTPTS`
const both = how === 'mono' ? `${own}[v]` : `${own},split[l][r];[l][r]vstack[v]`
const args = ['-v', 'error', '-y', '-i', input, '-filter_complex', both, '-map', '[v]', '-map', '0:a?']
const { status } = spawnSync(ffmpeg, [...args, '-c:v', 'libx264', '-preset', 'ultrafast', output])
if (status !== 0) {
  tell({ error: { code: 'unreadable_video', message: 'The film cannot be read' } })
  process.exit(1)
}
tell({ stage: 'convert_x264' })
tell({ progress: 1 })
const method = cameraHeight === undefined ? 'copy' : `copy from ${cameraHeight} m`
tell({
  result: { output, layout: 'top-bottom', engine: { name: 'flat', version: '1', method }, ...report },
})
