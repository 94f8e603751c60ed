import type { ObservedCall } from './observed-calls'

/** The calls that the specification names (§7), by its headings; `{id}` stands for a uid, `*` for the rest of the path. */
export const specifiedCalls: Readonly<Record<string, readonly string[]>> = {
  Companies: [
    'GET companies',
    'POST companies',
    'GET companies/{id}',
    'PATCH companies/{id}',
    'DELETE companies/{id}',
    'GET companies/{id}/stakeholders/enhanced',
    'GET companies/{id}/purchases',
    'POST companies/{id}/purchases',
    'GET companies/{id}/groups',
    'POST companies/{id}/groups',
    'GET companies/{id}/groups/{id}',
    'PATCH companies/{id}/groups/{id}',
    'DELETE companies/{id}/groups/{id}',
    'GET companies/{id}/groups/{id}/members',
    'GET companies/{id}/guests',
    'POST companies/{id}/guests',
  ],
  Invitations: ['GET me/invitations', 'PATCH me/invitations/{id}'],
  Users: [
    'GET users',
    'POST users',
    'GET users/{id}',
    'PATCH users/{id}',
    'DELETE users/{id}',
    'POST user-invite',
    'GET onboarding/*',
  ],
  Utilities: [
    'GET utils/keywords',
    'GET utils/keywords/*',
    'GET utils/resetcounter',
    'GET utils/resetcounter/*',
  ],
  Sessions: ['GET sessions', 'GET sessions/{id}', 'PATCH sessions/{id}', 'DELETE sessions/{id}'],
  Events: ['GET events'],
  Environments: [
    'GET environments',
    'GET environments/{id}',
    'DELETE environments/{id}',
    'PATCH environments/{id}/restore',
    'GET environments/{id}/versions',
    'GET environments/{id}/versions/{id}',
    'GET environments/{id}/versions/{id}/tree',
    'GET environments/{id}/versions/{id}/log',
    'PATCH environments/{id}/versions/{id}',
    'DELETE environments/{id}/versions/{id}',
    'PATCH environments/{id}/versions/{id}/restore',
    'GET environments/{id}/vectos',
    'GET environments/{id}/useMedias',
  ],
  Videos: [
    'GET videos360',
    'GET videos360/{id}',
    'POST videos360',
    'POST videos360/job',
    'PATCH videos/{id}',
    'DELETE videos360/{id}',
    'DELETE videos/{id}',
    'GET videos/{id}/vectos',
    'PATCH videos/{id}/vectos/{id}',
    'DELETE videos/{id}/vectos/{id}',
    'POST videos3d',
    'GET videos3d',
    'GET videos/{id}/vectos/{id}/shares',
  ],
  Medias: [
    'GET medias',
    'POST medias',
    'GET medias/{id}',
    'PATCH medias/{id}',
    'DELETE medias/{id}',
    'GET medias/{id}/regenerate',
    'PATCH medias/{id}/restore',
    'GET medias/{id}/shares',
  ],
  Downloads: [
    'GET downloads',
    'POST downloads',
    'GET downloads/{id}',
    'PATCH downloads/{id}',
    'DELETE downloads/{id}',
    'GET dl/*',
    'GET dl2/*',
  ],
  Templates: [
    'GET templates',
    'POST templates',
    'GET templates/{id}',
    'PATCH templates/{id}',
    'DELETE templates/{id}',
  ],
  'Value lists': ['GET values/*'],
  Other: ['GET /version.json'],
}

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
