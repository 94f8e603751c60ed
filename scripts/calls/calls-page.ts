import type { ObservedCall } from './observed-calls'
import { specifiedCalls } from './specified-calls'

const matches = (specified: string, observed: string) =>
  specified.endsWith('/*')
    ? observed.startsWith(specified.slice(0, -1)) && observed.length > specified.length - 1
    : observed === specified

const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const observationsOf = (specified: string, observed: readonly ObservedCall[]) => {
  const all = observed.filter(({ call }) => matches(specified, call))
  const byBrowser = all.filter(({ screen }) => screen !== undefined)
  return [...(byBrowser.length > 0 ? byBrowser : all)].sort((one, other) =>
    byText(`${one.screen} ${one.test}`, `${other.screen} ${other.test}`),
  )
}

/** The specified calls that no test observed. */
export const unobservedCalls = (observed: readonly ObservedCall[]) =>
  Object.values(specifiedCalls)
    .flat()
    .filter(specified => observationsOf(specified, observed).length === 0)

const rowOf = (specified: string, { screen, test }: Partial<ObservedCall> = {}) =>
  `| \`${specified}\` | ${screen ? `\`${screen}\`` : '–'} | ${test ?? ''} |`

/** `docs/calls.md`: each specified call, the screen that makes it, the test that observed it. */
export const callsPage = (observed: readonly ObservedCall[]) => `# Calls of the specification

Written by \`npm run calls\` from what the end-to-end and contract tests observed; \`npm test\` requires that each call was
observed. A call without a screen was observed through the API only.
${Object.entries(specifiedCalls)
  .map(
    ([heading, calls]) => `
## ${heading}

| Call | Screen | Test |
| --- | --- | --- |
${calls.map(call => rowOf(call, observationsOf(call, observed)[0])).join('\n')}
`,
  )
  .join('')}`

const isRow = (line: string) => line.startsWith('| `')

const linesBeside = (page: string) => page.split('\n').filter(line => !isRow(line))

/** Call, screen and test of a row. */
const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim().replaceAll('`', ''))

/**
 * What is stale in `docs/calls.md`: calls without a row, rows of calls that are not specified, or of a screen or test that
 * made no call at all. That this test made this call is not required: a page that is left early makes fewer.
 */
export const staleCalls = (page: string, observed: readonly ObservedCall[]): string[] => {
  const calls = Object.values(specifiedCalls).flat()
  const rows = page.split('\n').filter(isRow)
  const screens = new Set(['–', ...observed.flatMap(({ screen }) => screen ?? [])])
  const tests = new Set(observed.map(({ test }) => test))
  const isKnown = (row: string) => {
    const [call = '', screen = '', test = ''] = cellsOf(row)
    return calls.includes(call) && screens.has(screen) && tests.has(test)
  }
  const missing = calls.filter(call => !rows.some(row => row.startsWith(`| \`${call}\` |`)))
  const frame = linesBeside(callsPage(observed)).join('\n') === linesBeside(page).join('\n')
  return [...rows.filter(row => !isKnown(row)), ...missing, ...(frame ? [] : ['its headings and texts'])]
}
