import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Description } from '../support/description/described-calls'
import { type DescribedText, describedTexts } from '../support/description/described-texts'
import { long } from '../support/process/long'
import { type Api, api, login } from '../support/server/api'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'

/** UTF-16 units of a text, and those of a parameter or header, which Node limits to 16 KiB with all others. */
const LENGTH = 100_000
const SHORT = 1200
/** Maximum additional wait of another user's request, in milliseconds. */
const MARGIN = 250
/** Attempts after which a slow response is not caused by a busy machine. */
const TRIES = 3

const repeated = (text: string) => (length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length)

/** Texts that cause quadratic time in careless code. */
const patterns: Readonly<Record<string, (length: number) => string>> = {
  'an address of dots': length => `a@${repeated('a.')(length - 3)}@`,
  'blanks within': length => `a${' '.repeat(length - 2)}b`,
  'opening brackets': repeated('<'),
  'nested markup': repeated('<b>'),
  'combining marks': length =>
    `a${repeated('\u0301')(length / 2)}${repeated('\u0323')(length / 2)}`.slice(0, length),
  'line breaks': repeated('\n \r'),
  'many words': repeated('a b.'),
  braces: repeated('{{ '),
  'signs of patterns': repeated('%_\\'),
  entities: repeated('&'),
}
const names = Object.keys(patterns)

let server: TestServer
let attacker: Api
let other: Api
let texts: readonly DescribedText[]

beforeAll(async () => {
  server = await startServer({ demo: true })
  attacker = await login(server.url, 'root@demo.example', demoPassword)
  other = await login(server.url, 'viewer@demo.example', demoPassword)
  const { body } = await api(server.url).get<Description>('docs')
  texts = describedTexts(body).filter(({ isFixed }) => !isFixed)
})
afterAll(() => server.stop())

/** The longest wait of another user's requests while `work` runs, in milliseconds. */
const longestWait = async (work: () => Promise<unknown>) => {
  let [isOver, longest] = [false, 0]
  const watch = async () => {
    while (!isOver) {
      const began = performance.now()
      await other.get('users/me')
      longest = Math.max(longest, performance.now() - began)
    }
  }
  const watching = watch()
  await work().finally(() => {
    isOver = true
  })
  await watching
  return longest
}

const send = ({ method, path, in: place, name, bodyWith }: DescribedText, text: string) => {
  const address = path.replace(/\{\w+\}/g, 'x')
  if (place === 'body') return attacker.call(method, address, { body: bodyWith(text) })
  const headers = place === 'header' ? { [name]: encodeURIComponent(text) } : {}
  const query = place === 'query' ? `?${new URLSearchParams({ [name]: text })}` : ''
  return attacker.call(method, `${address}${query}`, { headers })
}

/** A search for this text, for a parameter that filters a list. */
const asQuery = (text: string) => JSON.stringify({ keywords: { begins: text } })

/** Values for a text: far too long, and of the maximum length. */
const variants = ({ in: place, name, maxLength = LENGTH }: DescribedText, pattern: string) => {
  const make = patterns[pattern] ?? repeated('x')
  if (place !== 'body') return name === 'q' ? [make(SHORT), asQuery(make(SHORT))] : [make(SHORT)]
  return [make(LENGTH), make(Math.max(4, Math.min(maxLength, LENGTH)))]
}

/** Texts and patterns that delay other users or cause a server error. */
const faultsOf = async (cases: readonly (readonly [DescribedText, string])[]) => {
  const before = await longestWait(() => sleep(1000))
  const faults: string[] = []
  for (const [text, pattern] of cases)
    for (const value of variants(text, pattern)) {
      const what = `${text.method} ${text.path} ${text.name}, ${pattern}, ${value.length}`
      const attempt = () =>
        longestWait(async () => {
          const { status, body } = await send(text, value)
          if (status >= 500) faults.push(`${what}: ${status} ${JSON.stringify(body)}`)
        })
      let wait = 0
      for (let tries = 0; tries < TRIES; tries += 1) {
        wait = await attempt()
        if (wait <= before + MARGIN) break
      }
      if (wait > before + MARGIN) faults.push(`${what}: others waited ${Math.round(wait)} ms`)
    }
  return faults
}

it('serves other users while each text of the API has one of the adversarial values', long, async () => {
  const cases = texts.map((text, at) => [text, names[at % names.length] ?? ''] as const)
  expect(cases.length).toBeGreaterThan(300)
  expect(await faultsOf(cases)).toEqual([])
})

it('serves other users while each text of the API has every adversarial value', {
  ...long,
  timeout: 1_200_000,
}, async () => {
  const cases = texts.flatMap(text => names.map(name => [text, name] as const))
  expect(await faultsOf(cases)).toEqual([])
})

it.each([
  ['requestPasswordReset', { email: `a@${'a.'.repeat(49_500)}@` }],
  [
    'login',
    { email: 'root@demo.example', password: `a${'\u0301'.repeat(50_000)}${'\u0323'.repeat(49_000)}` },
  ],
])('rejects a far too long text of POST %s without processing it', async (path, body) => {
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 3 }, () => api(server.url).post(path, body)))
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
  expect(performance.now() - began).toBeLessThan(1500)
})
