import { useCallback, useEffect, useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import { BULK_CHUNK } from '~/model/bulk'
import type { BulkAnswer, BulkPart, LeftRecord } from '~/src/api/contract/bulk-calls'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'

const nothingYet: BulkAnswer = { done: [], left: [], undo: [] }

const keyOf = ({ uids: _, ...rest }: BulkPart) => JSON.stringify(rest)

/** Merges parts with the same action and values. */
const joined = (parts: readonly BulkPart[]): BulkPart[] => {
  const byKey = new Map<string, BulkPart>()
  for (const part of parts) {
    const same = byKey.get(keyOf(part))
    byKey.set(keyOf(part), same ? { ...same, uids: [...same.uids, ...part.uids] } : part)
  }
  return [...byKey.values()]
}

const both = (one: BulkAnswer, other: BulkAnswer): BulkAnswer => ({
  done: [...one.done, ...other.done],
  left: [...one.left, ...other.left],
  undo: joined([...one.undo, ...other.undo]),
})

const chunksOf = ({ uids, ...rest }: BulkPart): BulkPart[] =>
  Array.from({ length: Math.ceil(uids.length / BULK_CHUNK) }, (_, at) => ({
    ...rest,
    uids: uids.slice(at * BULK_CHUNK, (at + 1) * BULK_CHUNK),
  }))

type Run = {
  readonly parts: readonly BulkPart[]
  readonly send: (chunk: BulkPart) => Promise<BulkAnswer>
  /** Called after each chunk with the results so far. */
  readonly onProgress: (answer: BulkAnswer) => void
  /** Checked before each chunk. A chunk in progress is awaited, so that its result is always reported. */
  readonly isCancelled: () => boolean
}

/** Sends the records in chunks, one after the other, until all are sent or the run is cancelled. */
export const runChunks = async ({ parts, send, onProgress, isCancelled }: Run): Promise<BulkAnswer> => {
  let answer = nothingYet
  for (const chunk of parts.flatMap(chunksOf)) {
    if (isCancelled()) break
    answer = both(answer, await send(chunk))
    onProgress(answer)
  }
  return answer
}

/** The phase of a run, in progress or ended. `checking` and `checked` are the dry run. */
export type Phase = 'checking' | 'checked' | 'running' | 'ended' | 'undoing' | 'undone'

export type RunState = {
  readonly phase: Phase
  readonly answer: BulkAnswer
  /** Records that failed the dry run: the run skips them. */
  readonly spared: readonly LeftRecord[]
  readonly total: number
  /** When the phase began, in milliseconds. */
  readonly since: number
  readonly error: unknown
  readonly cancelled: boolean
}

type Task = {
  readonly parts: readonly BulkPart[]
  readonly dryRun?: boolean
  readonly spared?: readonly LeftRecord[]
  readonly phases: readonly [Phase, Phase]
}

const begun = (phase: Phase, total: number, spared: readonly LeftRecord[] = []): RunState => ({
  phase,
  total,
  spared,
  answer: nothingYet,
  since: Date.now(),
  error: null,
  cancelled: false,
})

/** Runs one task at a time and exposes its state. A failure ends the task; the results until then are kept. */
const useTasks = (total: number) => {
  const provider = useDataProvider<PanelDataProvider>()
  const [state, setState] = useState(() => begun('checking', total))
  const current = useRef<{ cancelled: boolean }>(undefined)
  const start = useCallback(
    async ({ phases: [during, after], parts, spared, dryRun = false }: Task) => {
      const run = { cancelled: false }
      current.current = run
      const change = (changes: Partial<RunState>) =>
        current.current === run && setState(before => ({ ...before, ...changes }))
      setState(begun(during, parts.flatMap(({ uids }) => uids).length, spared))
      try {
        const { run: send } = await provider.many()
        await runChunks({
          parts,
          send: chunk => send({ ...chunk, dryRun }),
          onProgress: answer => change({ answer }),
          isCancelled: () => run.cancelled,
        })
        change({ phase: after, cancelled: run.cancelled })
      } catch (error) {
        change({ phase: after, error, cancelled: true })
      }
    },
    [provider],
  )
  const cancel = useCallback(() => {
    if (current.current) current.current.cancelled = true
  }, [])
  return { state, start, cancel }
}

/** The parts that can be undone: those that a run changed, or those that a cancelled undo has not processed. */
const undoOf = ({ phase, cancelled, answer }: RunState, undoing: readonly BulkPart[]) => {
  if (phase === 'ended') return answer.undo
  if (phase !== 'undone' || !cancelled) return []
  const seen = new Set([...answer.done, ...answer.left.map(({ uid }) => uid)])
  return undoing
    .map(part => ({ ...part, uids: part.uids.filter(uid => !seen.has(uid)) }))
    .filter(({ uids }) => uids.length > 0)
}

/** Starts a dry run immediately; the run and its undo start on request. */
export const useBulkRun = ({ resource, action, values }: Omit<BulkPart, 'uids'>, uids: readonly string[]) => {
  const { state, start, cancel } = useTasks(uids.length)
  const [chosen] = useState(uids)
  const check = useCallback(() => {
    const part = { resource, action, values, uids: chosen }
    return start({ parts: [part], dryRun: true, phases: ['checking', 'checked'] })
  }, [start, resource, action, values, chosen])
  useEffect(() => {
    check()
    return cancel
  }, [check, cancel])
  const { done, left: spared } = state.answer
  const [undoing, setUndoing] = useState<readonly BulkPart[]>([])
  const undo = undoOf(state, undoing)
  const startUndo = () => {
    setUndoing(undo)
    return start({ parts: undo, phases: ['undoing', 'undone'] })
  }
  const run = () =>
    start({ parts: [{ resource, action, values, uids: done }], spared, phases: ['running', 'ended'] })
  return {
    state,
    check,
    run,
    cancel,
    undo: undo.length > 0 ? startUndo : undefined,
  }
}
