import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { MouseEvent } from 'react'
import { RecordContextProvider, useRecordContext, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { resourceOf } from '~/model/registry'
import { labelKey } from '~/src/admin/admin-config'
import { FieldView } from '~/src/admin/fields/field-view'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText } from '~/src/ui/failure-text'
import { useFormStatus } from './form-state'

type Row = Readonly<Record<string, unknown>>
type StalePanelProps = { readonly resource: string; readonly paths: readonly string[]; readonly current: Row }

const refOrValue = (value: unknown) =>
  typeof value === 'object' && value !== null && 'ref' in value ? value.ref : (value ?? '')

export const differs = (one: unknown, other: unknown) =>
  JSON.stringify(refOrValue(one)) !== JSON.stringify(refOrValue(other))

/** The fields that another user changed since the form was loaded; `disputed` if both users set different values. */
export const changesOf = (paths: readonly string[], before: Row | undefined, theirs: Row, mine: Row) =>
  paths
    .filter(path => differs(valueAt(before, path), valueAt(theirs, path)))
    .map(path => ({
      path,
      disputed:
        differs(valueAt(mine, path), valueAt(before, path)) &&
        differs(valueAt(mine, path), valueAt(theirs, path)),
    }))

const Values = ({ resource, path, record }: { resource: Resource; path: string; record: Row }) => (
  <TableCell>
    <RecordContextProvider value={{ id: '', ...record }}>
      <FieldView resource={resource} path={path} />
    </RecordContextProvider>
  </TableCell>
)

const useChoices = (resource: string, current: Row, before: Row | undefined) => {
  const { setValue, getValues } = useFormContext()
  const { setFailure } = useFormStatus()
  const writable = Object.keys(resourceOf(resource).fields)
  const take = (path: string) => setValue(path, valueAt(current, path) ?? null, { shouldDirty: true })
  const rebase = () => {
    // Fields that only the other user changed take the new value: saving must not restore the old one.
    for (const path of writable)
      if (!differs(valueAt(getValues(), path), valueAt(before, path)) && valueAt(current, path) !== undefined)
        setValue(path, valueAt(current, path))
    setValue('updatedAt', current.updatedAt)
    setFailure(null)
  }
  return { take, rebase }
}

type Change = ReturnType<typeof changesOf>[number]
type ComparisonProps = Omit<StalePanelProps, 'paths'> & {
  readonly changes: readonly Change[]
  readonly mine: Row
  readonly onTake: (path: string) => void
}

const Comparison = ({ resource, changes, current, mine, onTake }: ComparisonProps) => {
  const translate = useTranslate()
  const definition = resourceOf(resource)
  return (
    <Table size="small" sx={{ my: 1 }}>
      <TableHead>
        <TableRow>
          {['field', 'theirs', 'yours'].map(key => (
            <TableCell key={key}>{translate(`admin.stale.${key}`)}</TableCell>
          ))}
          <TableCell />
        </TableRow>
      </TableHead>
      <TableBody>
        {changes.map(({ path, disputed }) => (
          <TableRow key={path}>
            <TableCell component="th" scope="row">
              {translate(labelKey(resource, path))}
            </TableCell>
            <Values resource={definition} path={path} record={current} />
            <Values resource={definition} path={path} record={mine} />
            <TableCell align="right">
              {disputed ? (
                <Button size="small" onClick={() => onTake(path)}>
                  {translate('admin.stale.takeOne')}
                </Button>
              ) : (
                translate('admin.stale.kept')
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/** Conflict with another user's save: both versions side by side, and the choice between them. */
const StalePanel = ({ resource, paths, current }: StalePanelProps) => {
  const translate = useTranslate()
  const before = useRecordContext()
  const { watch } = useFormContext()
  const mine = watch()
  const { take, rebase } = useChoices(resource, current, before)
  const changes = changesOf(paths, before, current, mine)
  const disputed = changes.some(change => change.disputed)
  const keepMine = ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    rebase()
    form?.requestSubmit()
  }
  const takeAll = () => {
    for (const change of changes) take(change.path)
    rebase()
  }
  return (
    <Alert
      severity="warning"
      role="alert"
      sx={{ mb: 2, '& .MuiAlert-message': { flexGrow: 1, overflow: 'auto' } }}
    >
      <AlertTitle>{translate('admin.stale.title')}</AlertTitle>
      {translate(disputed ? 'admin.stale.text' : 'admin.stale.nothing')}
      {changes.length > 0 && (
        <Comparison resource={resource} changes={changes} current={current} mine={mine} onTake={take} />
      )}
      <Stack direction="row" useFlexGap sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <Button variant="contained" size="small" onClick={keepMine}>
          {translate('admin.stale.keepMine')}
        </Button>
        {disputed && (
          <Button size="small" variant="outlined" onClick={takeAll}>
            {translate('admin.stale.takeTheirs')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** The reason for a failed save that belongs to no field. */
export const FailureBanner = ({
  error,
  title = 'errors.serverError',
}: {
  error: unknown
  title?: string
}) => {
  const translate = useTranslate()
  const { reason, reference, code } = useFailureText()(error)
  return (
    <Alert severity="error" role="alert" sx={{ mb: 2 }}>
      <AlertTitle>
        {translate(title)} {reason} {code && `(${code})`}
      </AlertTitle>
      {translate('admin.form.kept')} {reference}
    </Alert>
  )
}

type Props = {
  readonly resource: string
  readonly paths: readonly string[]
  /** The title, shown before the reason. */
  readonly title?: string
}

/** The reason saving failed; the input is kept, and saving can be retried. */
export const FormFailure = ({ resource, paths, title }: Props) => {
  const { failure } = useFormStatus()
  if (!failure) return null
  const { code, current } = failureOf(failure)
  return code === 'stale' && current ? (
    <StalePanel resource={resource} paths={paths} current={current} />
  ) : (
    <FailureBanner error={failure} title={title} />
  )
}
