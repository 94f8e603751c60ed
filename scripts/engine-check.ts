import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engineContract } from '../tests/support/video/engine-contract'
import { referenceEngine } from '../tests/support/video/engine-run'

const given = process.argv.slice(2)
const command = given.length ? given : referenceEngine
const folder = mkdtempSync(join(tmpdir(), 'vecto-engine-check-'))

console.log(`The contract of docs/engine.md against: ${command.join(' ')}\n`)
let failed = 0
for (const { name, run } of engineContract(command, folder)) {
  try {
    await run()
    console.log(`kept    ${name}`)
  } catch (error) {
    failed += 1
    console.log(`BROKEN  ${name}\n        ${error instanceof Error ? error.message : error}`)
  }
}
rmSync(folder, { recursive: true, force: true })
console.log(failed ? `\n${failed} broken` : '\nAll kept')
process.exitCode = failed ? 1 : 0
