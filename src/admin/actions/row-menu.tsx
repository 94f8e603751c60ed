import EditIcon from '@mui/icons-material/EditOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import Box from '@mui/material/Box'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useMemo,
  useRef,
} from 'react'
import { LinkBase, useRecordContext, useTranslate } from 'react-admin'
import { canEverDo, isOutranked } from '~/model/access'
import type { Resource } from '~/model/define'
import { isDeleted } from '~/model/states'
import { pathTo } from '~/src/admin/paths'
import { mayChange, mayOpen, useActor } from '~/src/admin/rights'
import { ScreenActions } from '~/src/admin/show/screen-actions'
import type { ActionProps } from '~/src/ui/icon-action'
import { itemAt } from '~/src/ui/item-keys'
import { RecordActions } from './record-actions'

type Place = {
  readonly close: () => void
  /** The label of an action that the screen shows as a button already. */
  readonly shown?: string | undefined
}

const PlaceContext = createContext<Place>({ close: () => undefined })

/** An action as an entry of the menu; one that is refused states the reason below its name. */
export const MenuAction = ({ label, icon, help, refused, to, onClick, colour }: ActionProps) => {
  const { close, shown } = useContext(PlaceContext)
  if (label === shown) return null
  const act = () => {
    if (refused !== undefined) return
    close()
    onClick?.()
  }
  return (
    <MenuItem
      {...(to && refused === undefined && { component: LinkBase, to })}
      aria-disabled={refused !== undefined}
      sx={refused === undefined ? {} : { color: 'text.disabled', cursor: 'default' }}
      onClick={act}
    >
      <ListItemIcon sx={{ color: colour === 'error' && refused === undefined ? 'error.main' : 'inherit' }}>
        {icon}
      </ListItemIcon>
      <ListItemText
        primary={label}
        secondary={refused ?? help}
        slotProps={{
          primary: {
            variant: 'body2',
            color: colour === 'error' && refused === undefined ? 'error' : 'inherit',
          },
          secondary: { sx: { whiteSpace: 'normal' } },
        }}
      />
    </MenuItem>
  )
}

/** The record's screen and form, where the resource has them. */
const ScreenLinks = ({ resource }: { readonly resource: Resource }) => {
  const record = useRecordContext()
  const translate = useTranslate()
  const actor = useActor()
  if (!record) return null
  const why = translate(isOutranked(resource, actor, record) ? 'admin.outranked' : 'errors.forbidden')
  return (
    <>
      {resource.paths.show && (
        <MenuAction
          label={translate('ra.action.show')}
          icon={<VisibilityIcon fontSize="small" />}
          to={pathTo(resource.name, 'show', record.id)}
          {...(mayOpen(resource, actor, record) ? {} : { refused: why })}
        />
      )}
      {resource.paths.edit && canEverDo(resource, 'update', actor) && !isDeleted(resource, record) && (
        <MenuAction
          label={translate('ra.action.edit')}
          icon={<EditIcon fontSize="small" />}
          to={pathTo(resource.name, 'edit', record.id)}
          {...(mayChange(resource, actor, record) ? {} : { refused: why })}
        />
      )}
    </>
  )
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>('[role=menuitem]')]

/** Keys of a dialog that was opened from the menu arrive here too: React passes events on through its own tree. */
const onKey = (event: KeyboardEvent<HTMLElement>, onClose: () => void) => {
  if (!(event.target instanceof HTMLElement) || !event.currentTarget.contains(event.target)) return
  if (event.key === 'Tab') onClose()
  const next = itemAt(itemsOf(event.currentTarget), event, ['ArrowUp', 'ArrowDown'])
  if (!next) return
  event.preventDefault()
  next.focus()
}

type MenuProps = {
  readonly open: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

type ActionsMenuProps = MenuProps &
  Pick<Place, 'shown'> & { readonly label: string; readonly children: ReactNode }

/** A menu of actions. Stays mounted once it is closed: its actions have dialogs. */
export const ActionsMenu = ({ label, open, anchor, onClose, shown, children }: ActionsMenuProps) => {
  const translate = useTranslate()
  const menu = useRef<HTMLDivElement>(null)
  const place = useMemo(() => ({ close: onClose, shown }), [onClose, shown])
  return (
    <Popover
      keepMounted
      open={open}
      anchorEl={anchor.current}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      onClose={onClose}
      slotProps={{
        // Its entries may be loaded later: until then the menu has the focus, and with it the keys.
        transition: { onEntering: () => menu.current && (itemsOf(menu.current)[0] ?? menu.current).focus() },
        paper: { sx: { minWidth: 200, maxWidth: 360 } },
      }}
    >
      <PlaceContext value={place}>
        <Box
          ref={menu}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={event => onKey(event, onClose)}
          data-none={translate('admin.list.noActions')}
          sx={{
            py: 1,
            outline: 'none',
            '&:empty::after': { content: 'attr(data-none)', px: 2, color: 'text.secondary' },
          }}
        >
          {children}
        </Box>
      </PlaceContext>
    </Popover>
  )
}

type Props = MenuProps & {
  readonly resource: Resource
  /** The name of the record. */
  readonly name: string
  /** The menu of the record's own screen, which links to its form. */
  readonly page?: boolean
  /** The label of an action that the screen shows as a button already. */
  readonly shown?: string | undefined
  readonly onDeleted?: () => void
}

/** All actions on the record in context. */
export const RowMenu = ({ resource, name, page = false, onDeleted, ...menu }: Props) => (
  <ActionsMenu {...menu} label={useTranslate()('admin.list.actionsOf', { name })}>
    {!page && <ScreenLinks resource={resource} />}
    <RecordActions resource={resource} Button={MenuAction} {...(onDeleted && { onDeleted })} />
    {page && <ScreenActions resource={resource} Button={MenuAction} />}
  </ActionsMenu>
)
