import { provideSystemPackages, type ToolName } from './system-packages'
import { add, failed, noTally, skipped, summary, type Tally } from './tally'
import { phases, type Step } from './test-steps'

const timed = async <T>(title: string, work: () => Promise<T>) => {
  console.log(`\n── ${title}`)
  const start = performance.now()
  const result = await work()
  console.log(`── ${title}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}

const missing = await timed('system packages', provideSystemPackages)

const runStep = async (step: Step, beside: boolean): Promise<Tally> => {
  try {
    return await step.run({ missing, beside })
  } catch (error) {
    console.error(error)
    return failed()
  }
}

const whySkipped = ({ needs = [], after }: Step, failures: ReadonlySet<string>) => {
  const absent = needs.find((name: ToolName) => missing.has(name))
  if (absent) return missing.get(absent)
  return after && failures.has(after) ? `'${after}' failed` : undefined
}

const countOf = (texts: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** `npm test -- lint unit` runs the steps whose names hold one of the words. */
const wanted = process.argv.slice(2)
const isWanted = ({ name }: Step) => !wanted.length || wanted.some(word => name.includes(word))
const chosen = phases.map(phase =>
  phase.map(steps => steps.filter(isWanted)).filter(steps => steps.length > 0),
)

let total = noTally
const failures = new Set<string>()

const runAll = async (steps: readonly Step[], isBeside: () => boolean) => {
  for (const step of steps) {
    const reason = whySkipped(step, failures)
    const tally = reason
      ? skipped(`${step.name}: ${reason}`)
      : await timed(step.name, () => runStep(step, isBeside()))
    if (tally.failed) failures.add(step.name)
    total = add(total, tally)
  }
}

// A failure here is reported when the step awaits the same work.
for (const step of chosen.flat(2)) if (!whySkipped(step, failures)) step.prepare?.().catch(() => undefined)
for (const phase of chosen) {
  let atWork = phase.length
  const runSequence = async (steps: readonly Step[]) => {
    await runAll(steps, () => atWork > 1)
    atWork -= 1
  }
  await Promise.all(phase.map(runSequence))
}

if (missing.size) console.log(`\n${[...missing.values()].join('\n')}`)
for (const [skip, times] of countOf(total.skips))
  console.log(`skipped${times > 1 ? ` ${times} times` : ''}: ${skip}`)
for (const name of total.unsteady) console.log(`passed when tried again: ${name}`)
for (const name of failures) console.log(`failed: ${name}`)
for (const name of total.failures) console.log(`failed: ${name}`)
process.exitCode = total.failed ? 1 : 0
console.log(summary(total))
