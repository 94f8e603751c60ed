import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Popover from '@mui/material/Popover'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import {
  LinkBase,
  type UseGetListHookValue,
  useDataProvider,
  useGetList,
  useLocaleState,
  useNotify,
  useTranslate,
} from 'react-admin'
import type { Backend } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { describeCreation, useMinute } from '~/src/ui/dates'
import { type NotificationRecord, NotificationText, useMarkRead } from './notification-text'

/**
 * Marks the user's notifications as read.
 * @param seen ISO time of the latest one on the screen: newer ones stay unread
 * @returns how many were unread
 */
const markNotificationsRead = async (request: Backend['request'], seen: string | undefined) => {
  const json = seen === undefined ? {} : { seen }
  const { read } = await request<{ read: number }>('/me/notifications/read', { method: 'POST', json })
  return read
}

type NotificationListProps = {
  readonly list: UseGetListHookValue<NotificationRecord>
  readonly onClose: () => void
}

const Loading = () => (
  <Stack role="status" aria-label={useTranslate()('app.loading')} sx={{ gap: 1, p: 2 }}>
    {[0, 1, 2].map(row => (
      <Skeleton key={row} variant="rounded" height={40} />
    ))}
  </Stack>
)

const Row = ({ record, onClose }: { record: NotificationRecord; onClose: () => void }) => {
  const [locale] = useLocaleState()
  const markRead = useMarkRead()
  useMinute()
  const { text, title } = describeCreation(record.createdAt, locale)
  const follow = () => {
    markRead(record)
    onClose()
  }
  return (
    <ListItem disablePadding divider>
      <ListItemButton component={LinkBase} to={record.path} onClick={follow} sx={{ display: 'block' }}>
        <NotificationText record={record} />
        <Typography
          component="span"
          variant="caption"
          title={title}
          data-printed={title}
          sx={{ display: 'block', ml: 2, color: 'text.secondary' }}
        >
          {text}
        </Typography>
      </ListItemButton>
    </ListItem>
  )
}

/** The latest notifications as links, newest first. */
const NotificationList = ({ list, onClose }: NotificationListProps) => {
  const translate = useTranslate()
  const { data, error } = list
  if (error) return <Alert severity="error">{translate('app.notifications.failed')}</Alert>
  if (!data) return <Loading />
  if (data.length === 0)
    return (
      <Typography sx={{ p: 3, textAlign: 'center', color: 'text.secondary' }}>
        {translate('app.notifications.empty')}
      </Typography>
    )
  return (
    <List disablePadding sx={{ maxHeight: '60vh', overflow: 'auto' }}>
      {data.map(record => (
        <Row key={record.id} record={record} onClose={onClose} />
      ))}
    </List>
  )
}

const latest = {
  pagination: { page: 1, perPage: 8 },
  sort: { field: 'createdAt', order: 'DESC' },
  filter: {},
} as const

const useMarkAllRead = (seen: string | undefined) => {
  const { request } = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationFn: () => markNotificationsRead(request, seen),
    onSuccess: read => {
      notify('app.notifications.read', { type: 'success', messageArgs: { smart_count: read } })
      return queries.invalidateQueries({ queryKey: ['notifications'] })
    },
    onError: () => notify('app.notifications.failed', { type: 'error' }),
  })
}

type Props = { readonly anchor: HTMLElement; readonly unread: number; readonly onClose: () => void }

const paper = { sx: { width: 400, maxWidth: 'calc(100vw - 16px)' } }

const Links = ({ onClose }: Pick<Props, 'onClose'>) => {
  const translate = useTranslate()
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ p: 1, gap: 1, flexWrap: 'wrap', justifyContent: 'space-between' }}
    >
      <Button size="small" component={LinkBase} to="/notifications" onClick={onClose}>
        {translate('app.notifications.all')}
      </Button>
      <Button size="small" component={LinkBase} to="/user/record#notifications" onClick={onClose}>
        {translate('app.notifications.settings')}
      </Button>
    </Stack>
  )
}

/** The latest notifications, under the bell. */
export const NotificationPanel = ({ anchor, unread, onClose }: Props) => {
  const translate = useTranslate()
  const title = useId()
  const list = useGetList<NotificationRecord>('notifications', latest, { retry: false })
  const markAll = useMarkAllRead(list.data?.[0]?.createdAt)
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { ...paper, role: 'dialog', 'aria-labelledby': title } }}
    >
      <Stack direction="row" sx={{ px: 2, py: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography id={title} component="h2" variant="subtitle1" sx={{ fontWeight: 600 }}>
          {translate('app.notifications.title')}
        </Typography>
        <Button
          size="small"
          // Stays enabled once used: a button that is disabled while it has the focus takes the focus out of the
          // dialog.
          disabled={unread === 0 && markAll.isIdle}
          onClick={() => unread > 0 && markAll.mutate()}
        >
          {translate('app.notifications.readAll')}
        </Button>
      </Stack>
      <Divider />
      <NotificationList list={list} onClose={onClose} />
      <Divider />
      <Links onClose={onClose} />
    </Popover>
  )
}
