import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = '.cache/calls'

/** A call that a test observed; `screen`: the address of the page that made it, absent for a call through the API. */
export type ObservedCall = {
  readonly call: string
  readonly screen?: string | undefined
  readonly test: string
}

const uid = /(?<=[/.])[A-Za-z0-9]{20}(?=[/.-]|$)/g

/** `GET companies/{id}` of a request to `…/parse/companies/<uid>?…`; other addresses keep their slash. */
export const callOf = (method: string, address: string) => {
  const path = new URL(address, 'http://host').pathname.replace(uid, '{id}')
  return `${method} ${path.startsWith('/parse/') ? path.slice('/parse/'.length) : path}`.replace(/\/$/, '')
}

/** `/companies/show/:id` of a page's address. */
export const screenOf = (address: string) =>
  new URL(address).pathname.replace(uid, ':id').replace(/:id-[^/]+/, ':id-:key')

const seen = new Set<string>()
let test: string | undefined

/** Names the test file whose calls are observed from now on; none are while it is undefined. */
export const observeTest = (file: string | undefined) => {
  test = file
}

/** Records a call of the current test file, once a process. */
export const recordCall = (call: string, screen?: string) => {
  if (test === undefined) return
  const line = JSON.stringify({ call, screen, test } satisfies ObservedCall)
  if (seen.has(line)) return
  seen.add(line)
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${line}\n`)
}

export const readObservedCalls = (): ObservedCall[] =>
  (existsSync(folder) ? readdirSync(folder) : []).flatMap(name =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line)),
  )
