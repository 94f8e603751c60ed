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

const rowOf = (specified: string, observed: readonly ObservedCall[]) => {
  const [first] = observationsOf(specified, observed)
  return `| \`${specified}\` | ${first?.screen ? `\`${first.screen}\`` : '–'} | ${first?.test ?? ''} |`
}

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
${calls.map(call => rowOf(call, observed)).join('\n')}
`,
  )
  .join('')}`
