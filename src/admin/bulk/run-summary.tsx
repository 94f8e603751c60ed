import Alert from '@mui/material/Alert'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { LeftList } from './left-list'
import { RunProgress } from './run-progress'
import type { Phase, RunState } from './use-bulk-run'

/** The texts of each phase: what is or will be done, and what is left. */
const texts: Readonly<Record<Phase, { readonly done: string; readonly left: string }>> = {
  checking: { done: 'admin.bulk.checking', left: 'admin.bulk.willLeave' },
  checked: { done: 'admin.bulk.willChange', left: 'admin.bulk.willLeave' },
  running: { done: 'admin.bulk.running', left: 'admin.bulk.leaves' },
  ended: { done: 'admin.bulk.changed', left: 'admin.bulk.hasLeft' },
  undoing: { done: 'admin.bulk.undoing', left: 'admin.bulk.leaves' },
  undone: { done: 'admin.bulk.undone', left: 'admin.bulk.hasLeft' },
}

export const isBusy = (phase: Phase) => ['checking', 'running', 'undoing'].includes(phase)

type Props = { readonly resource: Resource; readonly state: RunState; readonly ids: readonly string[] }

/** Where a run is, in words: what it changes, what it leaves and why, and how it ended. */
export const RunSummary = ({ resource, state, ids }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const textOf = useFailureText()
  const { phase, answer, error, cancelled } = state
  const { done, left } = texts[phase]
  const allLeft = [...state.spared, ...answer.left]
  const say = (key: string, some: readonly unknown[]) =>
    translate(key, { smart_count: some.length, count: count(some.length, locale) })
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography role="status">{say(done, answer.done)}</Typography>
      {isBusy(phase) && <RunProgress state={state} />}
      {error !== null && <Alert severity="error">{textOf(error).text}</Alert>}
      {cancelled && error === null && <Alert severity="info">{translate('admin.bulk.cancelled')}</Alert>}
      {allLeft.length > 0 && (
        <div>
          <Typography>{say(left, allLeft)}</Typography>
          <LeftList resource={resource} left={allLeft} ids={ids} />
        </div>
      )}
    </Stack>
  )
}
