import AddIcon from '@mui/icons-material/Add'
import EditIcon from '@mui/icons-material/EditOutlined'
import MoreIcon from '@mui/icons-material/MoreHoriz'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { Link, useRecordContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { parentOf } from '~/model/refs'
import { useOwnMessage } from '~/src/admin/admin-config'
import { useParentRecord } from '~/src/admin/parent-record'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { availableActions, mayChange, mayCreateIn, mayOpen, useActor } from '~/src/admin/rights'
import { ActionSubject, IconAction, RefusedButton } from '~/src/ui/icon-action'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { ActButton } from './act-button'

const RowMenu = laterPart(() => import('./row-menu').then(file => file.RowMenu))

/** True if records of the resource have any actions. */
export const hasRowButtons = ({ paths, grants, slots, actions }: Resource) =>
  Boolean(paths.show ?? paths.edit ?? grants.delete ?? slots?.actions ?? actions)

type Props = {
  readonly resource: Resource
  /** No link of the row opens the record: the buttons begin with one. */
  readonly opens?: boolean
}

/** The action that a row shows while the pointer or the focus is on it. */
const MainAction = ({ resource, opens = false }: Props) => {
  const record = useRecordContext()
  const translate = useTranslate()
  const actor = useActor()
  if (!record) return null
  const [action] = availableActions(resource, actor, record)
  if (opens && resource.paths.show && mayOpen(resource, actor, record))
    return (
      <IconAction
        label={translate('ra.action.show')}
        icon={<VisibilityIcon fontSize="small" />}
        to={pathTo(resource.name, 'show', record.id)}
      />
    )
  if (resource.paths.edit && mayChange(resource, actor, record))
    return (
      <IconAction
        label={translate('ra.action.edit')}
        icon={<EditIcon fontSize="small" />}
        to={pathTo(resource.name, 'edit', record.id)}
      />
    )
  return action ? <ActButton resource={resource} Button={IconAction} action={action} /> : null
}

type MenuProps = {
  readonly resource: Resource
  readonly anchor: RefObject<HTMLElement | null>
  /** Further properties of the menu on a record's own screen. */
  readonly screen?: {
    readonly page: true
    readonly shown: string | undefined
    readonly onDeleted: () => void
  }
}

/** The button of the menu with all actions on the record in context, which renders when it is opened. */
const MoreActions = ({ resource, anchor, screen }: MenuProps) => {
  const record = useRecordContext()
  const translate = useTranslate()
  const titleOf = useRecordTitle(resource)
  const [open, setOpen] = useState<boolean>()
  const close = useCallback(() => setOpen(false), [])
  if (!record) return null
  return (
    <>
      <ActionSubject value={titleOf(record)}>
        <IconAction
          label={translate('admin.list.moreActions')}
          icon={<MoreIcon fontSize="small" />}
          expanded={open === true}
          onClick={() => setOpen(true)}
        />
      </ActionSubject>
      {open !== undefined && (
        <Suspense>
          <RowMenu
            resource={resource}
            name={titleOf(record)}
            open={open}
            anchor={anchor}
            onClose={close}
            {...screen}
          />
        </Suspense>
      )}
    </>
  )
}

type RecordMenuProps = {
  readonly resource: Resource
  /** The label of the primary action, which the menu leaves out. */
  readonly shown: string | undefined
  readonly onDeleted: () => void
}

/** The menu of a record's own screen. */
export const RecordMenu = ({ resource, shown, onDeleted }: RecordMenuProps) => {
  const anchor = useRef<HTMLSpanElement>(null)
  return (
    <span ref={anchor}>
      <MoreActions resource={resource} anchor={anchor} screen={{ page: true, shown, onDeleted }} />
    </span>
  )
}

/** The actions on the record of a row: the main one, and a menu with all of them. */
export const RowButtons = (props: Props) => {
  const record = useRecordContext()
  const titleOf = useRecordTitle(props.resource)
  const anchor = useRef<HTMLSpanElement>(null)
  if (!record) return null
  return (
    // A click here, or in a dialog opened from here, is not a click on the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it takes no click itself.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's clicks are those of the buttons.
    <span className="row-buttons" ref={anchor} onClick={event => event.stopPropagation()}>
      <ActionSubject value={titleOf(record)}>
        <span className="row-main-action">
          <MainAction {...props} />
        </span>
      </ActionSubject>
      <MoreActions resource={props.resource} anchor={anchor} />
    </span>
  )
}

// Few lists have several ways to create a record.
const CreateMenu = lazyPart(() => import('~/src/admin/create-menu').then(file => file.CreateMenu))

type CreateLinkProps = { readonly resource: Resource; readonly hideRefused?: boolean }

/** Links to the create screen; disabled, with the reason, if the user may not create records (specification §2). */
export const CreateLink = ({ resource, hideRefused = false }: CreateLinkProps) => {
  const translate = useTranslate()
  const say = useOwnMessage(resource.name)
  const holder = useParentRecord()
  const path = pathTo(resource.name, 'create', holder ? `${holder.uid}/` : '')
  const allowed = mayCreateIn(resource, useActor(), holder?.link)
  // A nested record is created in its parent: without one there is no address.
  const homeless = parentOf(resource) !== undefined && !resource.flat && !holder
  if (!path || homeless || (hideRefused && !allowed)) return null
  const several = resource.slots?.create !== undefined
  if (several && allowed)
    return (
      <Suspense fallback={<Box sx={{ width: 150, height: 36 }} />}>
        <CreateMenu resource={resource} />
      </Suspense>
    )
  const label = translate(several ? `resources.${resource.name}.add` : 'ra.action.create')
  const shared = { variant: 'contained', startIcon: <AddIcon />, children: label } as const
  if (allowed) return <Button component={Link} to={path} {...shared} />
  return <RefusedButton why={say('createRefused', 'admin.createRefused')} {...shared} />
}
