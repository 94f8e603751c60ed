import SaveIcon from '@mui/icons-material/BookmarkAddOutlined'
import ViewsIcon from '@mui/icons-material/BookmarksOutlined'
import CheckIcon from '@mui/icons-material/Check'
import ManageIcon from '@mui/icons-material/SettingsOutlined'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import ListSubheader from '@mui/material/ListSubheader'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useActor } from '~/src/admin/rights'
import type { SavedView } from '~/src/api/backend'
import { useFailureText } from '~/src/ui/failure-text'
import { lazyPart } from '~/src/ui/lazy-part'
import { useListView, useViews } from './use-views'

type Props = {
  readonly resource: Resource
  readonly anchor: HTMLElement | null
  readonly onChoose: (dialog: 'save' | 'manage') => void
  readonly onClose: () => void
}

const heading = { lineHeight: '32px', bgcolor: 'transparent' }

/** The second line of a view: its owner if it is shared, or that it is the default of the list. */
const useSecondary = () => {
  const translate = useTranslate()
  return ({ createdBy, isDefault }: SavedView, isOwn: boolean) => {
    if (!isOwn) return translate('views.by', { name: createdBy?.label ?? '' })
    return isDefault ? translate('views.isDefault') : undefined
  }
}

/** The menu of a list's views. Its items are one flat list, as MUI's menus move the focus through their children. */
const ViewItems = ({ resource, anchor, onChoose, onClose }: Props) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const secondary = useSecondary()
  const { data, error, isPending } = useViews(resource.name)
  const { apply, isShown } = useListView(resource)
  const { viewed } = useActor()
  const { own = [], shared = [] } = data ?? {}
  const group = (title: string, views: readonly SavedView[]) =>
    views.length === 0
      ? []
      : [
          <ListSubheader key={title} role="presentation" disableSticky sx={heading}>
            {translate(title)}
          </ListSubheader>,
          ...views.map(view => (
            <MenuItem
              key={view.id}
              aria-current={isShown(view) ? 'true' : undefined}
              onClick={() => {
                apply(view)
                onClose()
              }}
            >
              <ListItemIcon>{isShown(view) && <CheckIcon fontSize="small" />}</ListItemIcon>
              <ListItemText primary={view.name} secondary={secondary(view, views === own)} />
            </MenuItem>
          )),
        ]
  // Nothing is offered until the views are known: an item would move away under the pointer or the focus.
  const changes = !viewed && !isPending
  const note = error ? textOf(error).text : translate(isPending ? 'ra.page.loading' : 'views.none')
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ paper: { sx: { maxWidth: 360 } } }}>
      {own.length + shared.length === 0 && (
        <ListSubheader role="status" disableSticky sx={{ lineHeight: 1.5, py: 1, whiteSpace: 'normal' }}>
          {note}
        </ListSubheader>
      )}
      {group('views.own', own)}
      {group('views.shared', shared)}
      {changes && <Divider />}
      {changes && (
        <MenuItem onClick={() => onChoose('save')}>
          <ListItemIcon>
            <SaveIcon fontSize="small" />
          </ListItemIcon>
          <ListItemText>{translate('views.save')}</ListItemText>
        </MenuItem>
      )}
      {changes && own.length > 0 && (
        <MenuItem onClick={() => onChoose('manage')}>
          <ListItemIcon>
            <ManageIcon fontSize="small" />
          </ListItemIcon>
          <ListItemText>{translate('views.manage')}</ListItemText>
        </MenuItem>
      )}
    </Menu>
  )
}

const SaveDialog = lazyPart(() => import('./save-dialog').then(file => file.SaveDialog))
const ManageDialog = lazyPart(() => import('./manage-dialog').then(file => file.ManageDialog))

type Shown = 'menu' | 'save' | 'manage'

/** The button of a list's saved views: applies them, saves the current state of the list, manages the user's own views. */
export const ViewsMenu = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  return (
    <>
      <Button
        ref={setAnchor}
        size="small"
        startIcon={<ViewsIcon />}
        aria-haspopup="menu"
        aria-expanded={shown === 'menu'}
        onClick={() => setShown('menu')}
      >
        {translate('views.title')}
      </Button>
      {shown === 'menu' && (
        <ViewItems resource={resource} anchor={anchor} onChoose={setShown} onClose={close} />
      )}
      <Suspense>
        {shown === 'save' && <SaveDialog resource={resource} onClose={close} />}
        {shown === 'manage' && <ManageDialog resource={resource} onClose={close} />}
      </Suspense>
    </>
  )
}
