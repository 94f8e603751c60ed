import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import Stack from '@mui/material/Stack'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { Form, useDataProvider, useListContext, useLocaleState, useRefresh, useTranslate } from 'react-admin'
import { BULK_MOST, listFieldOf, namesIn } from '~/model/bulk'
import type { BulkAction, Resource } from '~/model/define'
import { canEver, type Grant } from '~/model/grants'
import { uidOf } from '~/model/refs'
import { actionKey } from '~/src/admin/admin-config'
import { FieldInput } from '~/src/admin/form/field-input'
import { useActor } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { isBusy, RunSummary } from './run-summary'
import { type RunState, useBulkRun } from './use-bulk-run'

/** The name of a bulk action: the resource's own, that of its action on one record, or react-admin's. */
const useBulkLabel = ({ name }: Resource) => {
  const translate = useTranslate()
  return (action: string) => {
    const shared = translate(`ra.action.${action}`, { _: action })
    return translate(`resources.${name}.bulk.${action}`, {
      _: translate(actionKey(name, action), { _: shared }),
    })
  }
}

/** Does the list show any state that the action applies to? A tab of invited users has no one to suspend. */
const fitsStates = ({ actions, states, removal }: Resource, { act, when }: BulkAction, shown: unknown) => {
  if (!states || shown === undefined) return true
  const needed = when ?? actions?.[act]?.when
  const fits = (state: unknown) =>
    needed ? needed.some(each => each === state) : !(removal === 'soft' && state === 'deleted')
  return [shown].flat().some(fits)
}

/** The names of the bulk actions that the user may run on a list; empty while viewing the panel as another user. */
const useBulkActions = (resource: Resource) => {
  const { bulk = {}, grants, actions, states } = resource
  const { role, viewed } = useActor()
  const { filter } = useListContext()
  const granted: Readonly<Record<string, Grant | undefined>> = grants
  if (viewed) return []
  const shown: unknown = filter?.[states?.field ?? '']
  return Object.entries(bulk).flatMap(([name, action]) =>
    canEver(granted[action.act] ?? actions?.[action.act]?.grant, role) && fitsStates(resource, action, shown)
      ? [name]
      : [],
  )
}

type ValuesDialogProps = {
  readonly resource: Resource
  readonly path: string
  readonly label: string
  readonly onChosen: (values: readonly string[]) => void
  readonly onClose: () => void
}

/** The company of the chosen rows on this page: people are chosen among its users. */
const useCompany = ({ company }: Resource) => {
  const { data = [], selectedIds = [] } = useListContext()
  const row = data.find(({ id }) => selectedIds.includes(id)) ?? data[0]
  return company && company !== 'uid' ? { [company]: row?.[company] } : {}
}

/** Lets the user choose the values that an action adds to a list field of many records, or removes from it. */
const ValuesDialog = ({ resource, path, label, onChosen, onClose }: ValuesDialogProps) => {
  const translate = useTranslate()
  const title = useId()
  // Kept from the first render: the rows may change while the dialog is open.
  const [company] = useState(useCompany(resource))
  const choose = (values: Readonly<Record<string, unknown>>) => {
    const names = namesIn(values[path])
    if (names.length > 0) onChosen(names)
  }
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={title} onClose={onClose}>
      <Form record={company} onSubmit={choose} sanitizeEmptyValues={false} noValidate>
        <DialogTitle id={title}>{translate('admin.bulk.title', { action: label })}</DialogTitle>
        <DialogContent>
          <FieldInput resource={resource} path={path} mode="update" readOnly={false} required />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained">
            {translate('admin.bulk.continue')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

type BulkDialogProps = {
  readonly resource: Resource
  readonly action: string
  /** The ids of the chosen records, as the list names them. */
  readonly ids: readonly string[]
  /** @param rest the chosen records that were not dealt with */
  readonly onClose: (rest: readonly string[]) => void
}

type Way = { readonly text: string; readonly act: () => void; readonly main?: boolean }

/** The buttons of each phase; the last one is the primary action. */
const waysOf = ({ state, run, check, cancel, undo }: ReturnType<typeof useBulkRun>, label: string) => {
  const { phase, answer, error } = state
  if (isBusy(phase)) return [{ text: 'ra.action.cancel', act: cancel }]
  if (phase === 'checked' && state.cancelled)
    return [{ text: error === null ? 'admin.bulk.check' : 'admin.bulk.again', act: check }]
  if (phase === 'checked' && answer.done.length > 0) return [{ text: label, act: run, main: true }]
  return undo ? [{ text: phase === 'ended' ? 'admin.bulk.undo' : 'admin.bulk.again', act: undo }] : []
}

/** The records that a cancelled run has not processed. */
const restOf = ({ phase, cancelled, answer, spared }: RunState, ids: readonly string[]) => {
  if (phase !== 'ended' || !cancelled) return []
  const seen = new Set([...answer.done, ...[...spared, ...answer.left].map(({ uid }) => uid)])
  return ids.filter(id => !seen.has(uidOf(id)))
}

const RunDialog = ({
  resource,
  action,
  ids,
  values,
  onClose,
}: BulkDialogProps & { values?: readonly string[] }) => {
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
 * Shows a dry run of an action on the chosen records, runs it on confirmation, and undoes it where possible. An action
 * that adds to a list field, or removes from it, has its values chosen first.
 */
const BulkDialog = (props: BulkDialogProps) => {
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

/** Sticky below the app bar, above the rows: the bar stays visible while rows further down are chosen. */
const styles = {
  ...{ position: 'sticky', top: 56, zIndex: 3 },
  ...{ flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1 },
  bgcolor: 'background.paper',
  backgroundImage: ({ palette: { action } }: Theme) =>
    `linear-gradient(${action.selected}, ${action.selected})`,
} as const

/** A focused element is not scrolled under the bar, which may have three lines on a phone. */
const scrollingUnderIt = { html: { scrollPaddingTop: 200 } } as const

/** Chooses all rows that match the list's filters, on all its pages. */
const ChooseAll = ({ resource }: { resource: Resource }) => {
  const provider = useDataProvider<PanelDataProvider>()
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const toast = useToast()
  const textOf = useFailureText()
  const [busy, setBusy] = useState(false)
  const { total = 0, selectedIds = [], onSelect, filter, filterValues } = useListContext()
  if (selectedIds.length >= total) return null
  const choose = async () => {
    setBusy(true)
    try {
      const { matching } = await provider.many()
      const ids = await matching(resource.name, { ...filterValues, ...filter })
      onSelect(ids)
      if (ids.length === BULK_MOST && total > BULK_MOST)
        toast(translate('admin.bulk.most', { count: count(BULK_MOST, locale) }), 'warning')
    } catch (error) {
      toast(textOf(error).text, 'error')
    }
    setBusy(false)
  }
  return (
    <Button size="small" loading={busy} onClick={choose}>
      {translate('admin.bulk.all', { smart_count: total, count: count(total, locale) })}
    </Button>
  )
}

/** The bulk actions on the chosen rows of a list. */
export const BulkBar = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const refresh = useRefresh()
  const labelOf = useBulkLabel(resource)
  const actions = useBulkActions(resource)
  const { selectedIds = [], onSelect, onUnselectItems, data = [] } = useListContext()
  const [asked, setAsked] = useState<{ readonly action: string; readonly ids: readonly string[] }>()
  const chosen = selectedIds.length
  // Chosen rows that another page or a later filter hides: an action applies to them too.
  const hidden = selectedIds.filter(id => !data.some(record => record.id === id)).length
  const close = (rest: readonly string[]) => {
    setAsked(undefined)
    onSelect([...rest])
    refresh()
  }
  return (
    <>
      {chosen > 0 && (
        <Stack role="toolbar" aria-label={translate('admin.bulk.toolbar')} direction="row" sx={styles}>
          <GlobalStyles styles={scrollingUnderIt} />
          <Typography variant="body2" role="status" sx={{ fontWeight: 600 }}>
            {translate('admin.bulk.chosen', { smart_count: chosen, count: count(chosen, locale) })}
          </Typography>
          {hidden > 0 && (
            <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
              {translate('admin.bulk.hidden', { smart_count: hidden, count: count(hidden, locale) })}
            </Typography>
          )}
          <ChooseAll resource={resource} />
          <Button size="small" onClick={() => onUnselectItems()}>
            {translate('ra.action.unselect')}
          </Button>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, ml: { sm: 'auto' } }}>
            {actions.map(action => (
              <Button
                key={action}
                size="small"
                variant="outlined"
                onClick={() => setAsked({ action, ids: selectedIds.map(String) })}
              >
                {labelOf(action)}
              </Button>
            ))}
          </Stack>
        </Stack>
      )}
      {asked && <BulkDialog resource={resource} {...asked} onClose={close} />}
    </>
  )
}
