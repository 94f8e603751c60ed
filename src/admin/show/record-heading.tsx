import EditIcon from '@mui/icons-material/EditOutlined'
import Skeleton from '@mui/material/Skeleton'
import { type ReactNode, Suspense } from 'react'
import { useRecordContext, useRedirect, useTranslate } from 'react-admin'
import { pathsFor } from '~/model/access'
import type { Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { ActButton } from '~/src/admin/actions/act-button'
import { RecordMenu } from '~/src/admin/actions/action-buttons'
import { actionKey, useSlot } from '~/src/admin/admin-config'
import { Compact, RecordAvatar, viewOf } from '~/src/admin/fields/kinds'
import { BackButton, pathTo, useRecordTitle } from '~/src/admin/paths'
import { availableActions, mayChange, useActor } from '~/src/admin/rights'
import type { ActionProps } from '~/src/ui/icon-action'
import { PageHeading } from '~/src/ui/page'
import { statusOf } from './record-details'
import { RecordSequence } from './record-sequence'
import { PrimaryAction, TextAction } from './text-action'

type Props = { readonly resource: Resource }

/** The status of the record in context. */
const Status = ({ resource }: Props) => {
  const record = useRecordContext()
  const { role } = useActor()
  const tabs = Object.values(resource.show?.tabs ?? {})
  const path = statusOf(
    resource,
    tabs.flatMap(tab => (Array.isArray(tab) ? pathsFor(tab, role) : [])),
  )
  const field = resource.fields[path ?? '']
  const View = field && viewOf(field)
  if (!path || !View) return null
  return (
    // With the day on which the record is deleted.
    <Compact value>
      <View resource={resource} path={path} field={field} value={valueAt(record, path)} />
    </Compact>
  )
}

/** Opens the form of the record in context; undefined if it has none for the actor. */
const useEdit = (resource: Resource): ActionProps | undefined => {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const to = pathTo(resource.name, 'edit', record?.id)
  if (!record || !to || !mayChange(resource, actor, record)) return undefined
  return { label: translate('ra.action.edit'), icon: <EditIcon />, to }
}

type ActionsProps = Props & { readonly primary: ReactNode; readonly label: string | undefined }

const Actions = ({ resource, primary, label }: ActionsProps) => {
  const redirect = useRedirect()
  const record = useRecordContext()
  const edit = useEdit(resource)
  return (
    <>
      {primary}
      {edit && edit.label !== label && <TextAction {...edit} />}
      <RecordMenu
        resource={resource}
        shown={label}
        onDeleted={() => redirect(pathTo(resource.name, 'list', record?.id) ?? '/')}
      />
    </>
  )
}

/** The primary action: one that the definition names, that of the resource, to edit, or what else can be done. */
const PagedActions = ({ resource }: Props) => {
  const translate = useTranslate()
  const record = useRecordContext()
  const actor = useActor()
  const edit = useEdit(resource)
  const { primary: Own } = useSlot(resource.slots?.primary)
  if (!record) return null
  const available = availableActions(resource, actor, record).map(name => ({
    name,
    ...resource.actions?.[name],
  }))
  const unedited = !resource.paths.edit && !Own
  const declared = available.find(each => each.primary ?? (unedited && !each.confirm))?.name
  if (declared !== undefined)
    return (
      <Actions
        resource={resource}
        label={translate(actionKey(resource.name, declared))}
        primary={<ActButton resource={resource} action={declared} Button={PrimaryAction} />}
      />
    )
  const shown = (action: ActionProps | undefined) => (
    <Actions resource={resource} label={action?.label} primary={action && <PrimaryAction {...action} />} />
  )
  if (!Own) return shown(edit)
  return (
    <Suspense fallback={<Skeleton variant="rounded" sx={{ width: 260, height: 36 }} />}>
      <Own resource={resource}>{action => shown(action ?? edit)}</Own>
    </Suspense>
  )
}

/** The title of a record's screen, its status, one primary action, and a menu with the others. */
export const RecordHeading = ({ resource }: Props) => {
  const record = useRecordContext()
  const titleOf = useRecordTitle(resource)
  if (!record) return null
  return (
    <PageHeading
      resource={resource.name}
      title={titleOf(record)}
      before={
        <>
          <BackButton resource={resource.name} id={record.id} />
          <RecordSequence resource={resource} />
          <RecordAvatar resource={resource} size={40} />
        </>
      }
      after={<Status resource={resource} />}
      actions={<PagedActions resource={resource} />}
    />
  )
}
