import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { useBulkLabel } from './bulk-labels'
import { isBusy, RunSummary } from './run-summary'
import { useBulkRun } from './use-bulk-run'

type Props = {
  readonly resource: Resource
  readonly action: string
  /** The ids of the chosen records, as the list names them. */
  readonly ids: readonly string[]
  /** @param rest the chosen records that were not dealt with */
  readonly onClose: (rest: readonly string[]) => void
}

type Way = { readonly text: string; readonly act: () => void; readonly main?: boolean }

/** The buttons of each phase, the last of which goes on. */
const waysOf = ({ state, run, check, cancel, undo }: ReturnType<typeof useBulkRun>, label: string) => {
  const { phase, answer, error } = state
  if (isBusy(phase)) return [{ text: 'ra.action.cancel', act: cancel }]
  if (phase === 'checked' && state.cancelled)
    return [{ text: error === null ? 'admin.bulk.check' : 'admin.bulk.again', act: check }]
  if (phase === 'checked' && answer.done.length > 0) return [{ text: label, act: run, main: true }]
  return phase === 'ended' && undo ? [{ text: 'admin.trash.undo', act: undo }] : []
}

/** Tells what an action would do to the chosen records, does it when that is confirmed, and undoes it where possible. */
export const BulkDialog = ({ resource, action, ids, onClose }: Props) => {
  const translate = useTranslate()
  const title = useId()
  const label = useBulkLabel(resource)(action)
  const task = useBulkRun(resource.name, action, ids.map(uidOf))
  const { phase, answer } = task.state
  const ways: readonly Way[] = waysOf(task, label)
  const busy = isBusy(phase)
  const close = () => {
    task.cancel()
    const seen = new Set([...answer.done, ...answer.left.map(({ uid }) => uid)])
    onClose(phase === 'checking' || phase === 'checked' ? ids : ids.filter(id => !seen.has(uidOf(id))))
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} onClose={() => !busy && close()}>
      <DialogTitle id={title}>{translate('admin.bulk.title', { action: label })}</DialogTitle>
      <DialogContent>
        <RunSummary resource={resource} state={task.state} ids={ids} />
      </DialogContent>
      <DialogActions>
        {!busy && <Button onClick={close}>{translate('ra.action.close')}</Button>}
        {ways.map(({ text, act, main }) => (
          <Button key={text} variant={main ? 'contained' : 'text'} onClick={act} autoFocus>
            {translate(text, { _: text })}
          </Button>
        ))}
      </DialogActions>
    </Dialog>
  )
}
