import { describe, expect, it } from 'vitest'
import { callsPage, specifiedCalls, staleCalls, unobservedCalls } from '~/scripts/calls/calls-page'
import type { ObservedCall } from '~/scripts/calls/observed-calls'

const calls = Object.values(specifiedCalls).flat()
const callAt = (specified: string) => specified.replace('/*', '/x')

const observed: readonly ObservedCall[] = calls.flatMap(specified => [
  { call: callAt(specified), screen: '/b', test: 'tests/e2e/b.test.ts' },
  { call: callAt(specified), screen: '/a', test: 'tests/e2e/a.test.ts' },
  { call: callAt(specified), test: 'tests/contract/a.test.ts' },
])
const page = callsPage(observed)
const [first = '', second = ''] = calls
const rowOf = (call: string) => page.split('\n').find(line => line.startsWith(`| \`${call}\` |`)) ?? ''

describe('the page of calls', () => {
  it('prefers observations with a screen over those without', () => {
    expect(rowOf(first)).toBe(`| \`${first}\` | \`/a\` | tests/e2e/a.test.ts |`)
  })

  it('an up-to-date page is not stale, nor one that names another observation', () => {
    expect(staleCalls(page, observed)).toEqual([])
    expect(staleCalls(page.replaceAll('`/a` | tests/e2e/a', '`/b` | tests/e2e/b'), observed)).toEqual([])
  })

  it.each([
    ['a screen that is gone', page.replace('`/a`', '`/gone`'), rowOf(first).replace('`/a`', '`/gone`')],
    ['no row for a call', page.replace(`${rowOf(second)}\n`, ''), second],
    [
      'a call that is not specified',
      page.replace(rowOf(first), `${rowOf(first)}\n| \`GET x\` | – | |`),
      '| `GET x` | – | |',
    ],
    ['another heading', page.replace('## ', '## My '), 'its headings and texts'],
  ])('the page of calls is stale with %s', (_what, changed, told) => {
    expect(staleCalls(changed, observed)).toEqual([told])
  })

  it('lists the calls that no test observed', () => {
    expect(unobservedCalls(observed)).toEqual([])
    expect(unobservedCalls(observed.filter(({ call }) => call !== callAt(first)))).toEqual([first])
  })
})
