import Button from '@mui/material/Button'
import Divider from '@mui/material/Divider'
import Popover from '@mui/material/Popover'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { LinkBase, useDataProvider, useGetList, useNotify, useTranslate } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { NotificationRecord } from './notification'
import { markNotificationsRead } from './notification-calls'
import { NotificationList } from './notification-list'

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
          // Once used it stays: a button that is disabled while it has the focus leaves none in the dialog.
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
