import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'vitest'
import { findProgram } from '~/server/platform/process/machine'
import { eventually } from '../support/process/eventually'
import { guard } from '../support/process/orphan-guard'

const folder = mkdtempSync(join(tmpdir(), 'vecto-npm-'))

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
mkdirSync(join(folder, 'scripts'))
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'p', version: '1.0.0', scripts }))
writeFileSync(
  join(folder, 'scripts', 'start.mjs'),
  `import { writeFileSync } from 'node:fs'
  writeFileSync('up', String(process.pid))
  process.on('SIGTERM', () => { writeFileSync('ended', ''); process.exit(0) })
  setInterval(() => undefined, 1000)`,
)
const read = (name: string) => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

describe.each(['start', 'worker'])('npm run %s', script => {
  it('shuts down gracefully when a supervisor sends SIGTERM to npm only', async context => {
    const npm = findProgram('npm')
    context.skip(!npm, 'npm is missing')
    for (const name of ['up', 'ended']) rmSync(join(folder, name), { force: true })
    const child = spawn(npm ?? '', ['run', script], { cwd: folder, stdio: 'ignore', detached: true })
    const exited = once(child, 'exit')
    const up = await eventually(() => read('up'), Boolean, 20)
    const guarded = guard(Number(up), 'KILL')
    child.kill('SIGTERM')
    await exited
    await eventually(
      () => read('ended'),
      text => text !== undefined,
      5,
    )
    guarded.release()
  }, 60_000)
})
