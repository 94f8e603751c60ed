import { writeFileSync } from 'node:fs'
import { callsPage, unobservedCalls } from './calls-page'
import { readObservedCalls } from './observed-calls'

/** `npm run calls`, after the end-to-end and contract tests: writes docs/calls.md. */
const observed = readObservedCalls()
const missing = unobservedCalls(observed)
for (const call of missing) console.error(`No test observed ${call}.`)
writeFileSync('docs/calls.md', callsPage(observed))
console.log('Wrote docs/calls.md')
process.exitCode = missing.length > 0 ? 1 : 0
