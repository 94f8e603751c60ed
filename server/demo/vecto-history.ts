import { failed, type VectoStatus, vectoMoves } from '~/model/video/vecto-states'
import { MINUTE } from './cast'
import { pick, type Random } from './files/random'

type Worker = readonly [name: string, os: string]

const workers: readonly [Worker, ...Worker[]] = [
  ['vecto-worker-01', 'Ubuntu 24.04'],
  ['vecto-worker-02', 'Ubuntu 24.04'],
  ['render-farm-3', 'Windows Server 2022'],
]

/** The next status after a successful step. */
const nextOf = (status: string): string | undefined =>
  vectoMoves[status]?.find(next => !failed.some(each => each === next))

/** The statuses from `new` to a given one, as far as it is reached by successful steps. */
const wayTo = (status: string): string[] => {
  const way = ['new']
  for (let at: string | undefined = 'new'; at && at !== status && at !== 'completed'; ) {
    at = nextOf(at)
    if (at) way.push(at)
  }
  return way
}

const stages = ['downloading', 'trimming', 'vectorization', 'compressing'] as const

/** The statuses that a 3D video passed through up to `status`. */
export const wayOf = (status: VectoStatus, index: number): string[] => {
  if (status === 'converting') return [status]
  if (status === 'renaming') return [...wayTo('completed'), status]
  if (!failed.includes(status)) return wayTo(status)
  return [...wayTo(stages[index % stages.length] ?? 'trimming'), status]
}

/** The history as workers write it: by time, the status, the worker and its operating system. */
export const vectoEvents = (random: Random, way: readonly string[], from: Date) => {
  const [worker, os] = pick(random, workers)
  let at = from.getTime()
  return Object.fromEntries(
    way.map(status => {
      at += Math.round((0.2 + random() * 4) * MINUTE)
      return [new Date(at).toISOString(), { status, worker, os }]
    }),
  )
}
