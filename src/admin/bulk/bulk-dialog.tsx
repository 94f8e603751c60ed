import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { listFieldOf } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { useBulkLabel } from './bulk-labels'
import { isBusy, RunSummary } from './run-summary'
import { type RunState, useBulkRun } from './use-bulk-run'
import { ValuesDialog } from './values-dialog'

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
  return undo ? [{ text: phase === 'ended' ? 'admin.bulk.undo' : 'admin.bulk.again', act: undo }] : []
}

/** What a run that was stopped has not dealt with. */
const restOf = ({ phase, cancelled, answer, spared }: RunState, ids: readonly string[]) => {
  if (phase !== 'ended' || !cancelled) return []
  const seen = new Set([...answer.done, ...[...spared, ...answer.left].map(({ uid }) => uid)])
  return ids.filter(id => !seen.has(uidOf(id)))
}

const RunDialog = ({ resource, action, ids, values, onClose }: Props & { values?: readonly string[] }) => {
  const translate = useTranslate()
  const title = useId()
  const label = useBulkLabel(resource)(action)
  const task = useBulkRun({ resource: resource.name, action, values }, ids.map(uidOf))
  const { phase } = task.state
  const ways: readonly Way[] = waysOf(task, label)
  const busy = isBusy(phase)
  const leave = ways.some(({ main }) => main) ? 'ra.action.cancel' : 'ra.action.close'
  const close = () => {
    task.cancel()
    onClose(['checking', 'checked'].includes(phase) ? ids : restOf(task.state, ids))
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} onClose={() => !busy && close()}>
      <DialogTitle id={title}>{translate('admin.bulk.title', { action: label })}</DialogTitle>
      <DialogContent>
        <RunSummary resource={resource} action={action} state={task.state} ids={ids} />
      </DialogContent>
      <DialogActions>
        {!busy && <Button onClick={close}>{translate(leave)}</Button>}
        {ways.map(({ text, act, main }) => (
          <Button key={text} variant={main ? 'contained' : 'text'} onClick={act} autoFocus>
            {translate(text, { _: text })}
          </Button>
        ))}
      </DialogActions>
    </Dialog>
  )
}

/**
 * Tells what an action would do to the chosen records, does it when that is confirmed, and undoes it where possible. What
 * it adds to a list or removes from it is chosen first.
 */
export const BulkDialog = (props: Props) => {
  const { resource, action, ids, onClose } = props
  const [values, choose] = useState<readonly string[]>()
  const label = useBulkLabel(resource)(action)
  const path = listFieldOf(resource.bulk?.[action] ?? { act: action })
  if (path && !values)
    return (
      <ValuesDialog
        resource={resource}
        path={path}
        label={label}
        onChosen={choose}
        onClose={() => onClose(ids)}
      />
    )
  return <RunDialog {...props} {...(values && { values })} />
}
