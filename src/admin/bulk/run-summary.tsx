import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import { BULK_CHUNK } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { ChosenNames } from './chosen-names'
import { LeftList } from './left-list'
import { RunProgress } from './run-progress'
import type { Phase, RunState } from './use-bulk-run'

/** The texts of each phase: what is or will be done, and what is left. */
const texts: Readonly<Record<Phase, { readonly done: string; readonly left: string }>> = {
  checking: { done: 'checking', left: 'willLeave' },
  checked: { done: 'willChange', left: 'willLeave' },
  running: { done: 'running', left: 'leaves' },
  ended: { done: 'changed', left: 'hasLeft' },
  undoing: { done: 'undoing', left: 'leaves' },
  undone: { done: 'undone', left: 'hasLeft' },
}

export const isBusy = (phase: Phase) => ['checking', 'running', 'undoing'].includes(phase)

type Props = {
  readonly resource: Resource
  readonly action: string
  readonly state: RunState
  readonly ids: readonly string[]
}

/** Says what happens to some records, by what the action does to them if that has words of its own. */
const useSay = (act: string) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return (key: string, some: readonly unknown[]) => {
    const values = { smart_count: some.length, count: count(some.length, locale) }
    const shared = translate(`admin.bulk.${key}`, values)
    return translate(`admin.bulk.${act}.${key}`, { ...values, _: shared })
  }
}

/** The ids of records as the list names them, by their uids. */
const idsOf = (uids: readonly string[], ids: readonly string[]) => {
  const wanted = new Set(uids)
  return ids.filter(id => wanted.has(uidOf(id)))
}

/** Where a run is, in words: what it changes, what it leaves and why, and how it ended. */
export const RunSummary = ({ resource, action, state, ids }: Props) => {
  const translate = useTranslate()
  const say = useSay(resource.bulk?.[action]?.act ?? action)
  const textOf = useFailureText()
  const [locale] = useLocaleState()
  const { phase, answer, error, cancelled } = state
  const { done, left } = texts[phase]
  const allLeft = [...state.spared, ...answer.left]
  const inParts = phase === 'checked' && state.total > BULK_CHUNK && resource.bulk?.[action]?.limited
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography role="status">{say(done, answer.done)}</Typography>
      {phase === 'checked' && <ChosenNames resource={resource} ids={idsOf(answer.done, ids)} />}
      {isBusy(phase) && <RunProgress state={state} />}
      {error !== null && <Alert severity="error">{textOf(error).text}</Alert>}
      {cancelled && error === null && <Alert severity="info">{translate('admin.bulk.cancelled')}</Alert>}
      {inParts && (
        <Alert severity="info">{translate('admin.bulk.inParts', { count: count(BULK_CHUNK, locale) })}</Alert>
      )}
      {allLeft.length > 0 && (
        <div>
          <Typography>{say(left, allLeft)}</Typography>
          <LeftList resource={resource} left={allLeft} ids={ids} />
        </div>
      )}
    </Stack>
  )
}
