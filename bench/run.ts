import { ensurePanel, ensureServer } from '~/scripts/builds'
import { provideSystemPackages, type ToolName } from '~/scripts/system-packages'
import { day } from './day/day'
import { depth } from './depth'
import { engine } from './engine'
import { growth } from './growth'
import { histories } from './histories'
import { instances } from './instances'
import { lists } from './lists'
import { live } from './live'
import { panel } from './panel'
import { processing } from './processing'
import { replica } from './replica'
import { isMet, printRow, type Row, writeReport } from './report'
import { soak } from './soak'
import { stitch } from './stitch'
import { upload } from './upload'
import { workers } from './workers'
import { writers } from './writers'

type Bench = {
  /** Yields its rows as it measures them. */
  readonly measure: () => AsyncGenerator<Row>
  /** Required system programs, installed if permitted. */
  readonly needs: readonly ToolName[]
}

const benches: Readonly<Record<string, Bench>> = {
  day: { measure: day, needs: ['chromium', 'ffmpeg'] },
  depth: { measure: depth, needs: ['ffmpeg'] },
  engine: { measure: engine, needs: ['ffmpeg'] },
  growth: { measure: growth, needs: ['postgres'] },
  histories: { measure: histories, needs: ['postgres'] },
  instances: { measure: instances, needs: ['postgres', 'haproxy'] },
  lists: { measure: lists, needs: ['postgres'] },
  live: { measure: live, needs: ['postgres'] },
  panel: { measure: panel, needs: ['chromium'] },
  processing: { measure: processing, needs: ['ffmpeg'] },
  replica: { measure: replica, needs: ['postgres'] },
  soak: { measure: soak, needs: ['postgres', 'ffmpeg'] },
  stitch: { measure: stitch, needs: ['ffmpeg'] },
  upload: { measure: upload, needs: [] },
  workers: { measure: workers, needs: ['postgres', 'ffmpeg'] },
  writers: { measure: writers, needs: ['postgres'] },
}

/** Installs missing programs and compiles the server and the panel. */
const prepare = async (names: readonly string[]) => {
  const needs = new Set(names.flatMap(name => benches[name]?.needs ?? []))
  const missing = await provideSystemPackages([...needs])
  if (missing.size > 0) throw new Error([...missing.values()].join('\n'))
  if (!(await ensureServer()) || !(await ensurePanel('onpremise')))
    throw new Error('The server or the panel could not be built. The messages above say why.')
}

const runBench = async (name: string, { measure }: Bench) => {
  console.log(`\n── ${name}`)
  const rows: Row[] = []
  for await (const row of measure()) {
    printRow(row)
    rows.push(row)
  }
  writeReport(name, rows)
  return rows.every(isMet)
}

// Measures with data on the disk.
process.env.TEST_DATA = 'disk'
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !benches[name])
if (unknown.length) {
  console.error(`There is no bench "${unknown.join('", "')}"; there are: ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 2
} else {
  const chosen = Object.entries(benches).filter(([name]) => wanted.length === 0 || wanted.includes(name))
  await prepare(chosen.map(([name]) => name))
  for (const [name, bench] of chosen) if (!(await runBench(name, bench))) process.exitCode = 1
}
