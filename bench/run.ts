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

/** Each yields its rows as it measures them. */
const benches: Readonly<Record<string, () => AsyncGenerator<Row>>> = {
  day,
  depth,
  engine,
  growth,
  histories,
  instances,
  lists,
  live,
  panel,
  processing,
  replica,
  soak,
  stitch,
  upload,
  workers,
}

const runBench = async (name: string, bench: () => AsyncGenerator<Row>) => {
  console.log(`\n── ${name}`)
  const rows: Row[] = []
  for await (const row of bench()) {
    printRow(row)
    rows.push(row)
  }
  writeReport(name, rows)
  return rows.every(isMet)
}

// Claims of speed are made of the disk.
process.env.TEST_DATA = 'disk'
const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !benches[name])
if (unknown.length) {
  console.error(`There is no bench "${unknown.join('", "')}"; there are: ${Object.keys(benches).join(', ')}.`)
  process.exitCode = 2
} else {
  for (const [name, bench] of Object.entries(benches)) {
    if (wanted.length && !wanted.includes(name)) continue
    if (!(await runBench(name, bench))) process.exitCode = 1
  }
}
