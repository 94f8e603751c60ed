import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'

export type Row = {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** Maximum (`most`) and minimum (`least`) of the value, in the unit of the row. */
  readonly most?: number
  readonly least?: number
}

export const isMet = ({ value, most, least }: Row) =>
  (most === undefined || value <= most) && (least === undefined || value >= least)

const figure = (value: number) =>
  Number.isInteger(value) || Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)

const targetOf = (row: Row) => {
  if (row.most === undefined && row.least === undefined) return ''
  const wanted = row.most === undefined ? `≥ ${figure(row.least ?? Number.NaN)}` : `≤ ${figure(row.most)}`
  return `${wanted.padEnd(10)} ${isMet(row) ? 'met' : 'MISSED'}`
}

export const printRow = (row: Row) =>
  console.log(
    `${row.what.padEnd(58)} ${figure(row.value).padStart(10)} ${row.unit.padEnd(8)} ${targetOf(row)}`,
  )

const machine = () => ({
  node: process.version,
  cores: availableParallelism(),
  cpu: cpus()[0]?.model ?? 'unknown',
})

export const writeReport = (name: string, rows: readonly Row[]) => {
  mkdirSync('bench/results', { recursive: true })
  const report = { name, at: new Date().toISOString(), machine: machine(), rows }
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify(report, null, 2)}\n`)
}
