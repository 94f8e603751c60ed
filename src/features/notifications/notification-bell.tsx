import BellIcon from '@mui/icons-material/NotificationsOutlined'
import Badge from '@mui/material/Badge'
import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { useGetList, useTranslate } from 'react-admin'
import { laterPart } from '~/src/ui/later-part'

const Panel = laterPart(() => import('./notification-panel').then(file => file.NotificationPanel))

const unread = {
  filter: { read: false },
  pagination: { page: 1, perPage: 1 },
  sort: { field: 'createdAt', order: 'DESC' },
} as const

/** The number of unread notifications, and the latest ones on a click. Live updates keep it current. */
export const NotificationBell = () => {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { total = 0 } = useGetList('notifications', unread, { retry: false })
  return (
    <>
      <IconButton
        color="inherit"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={translate(total > 0 ? 'app.notifications.open' : 'app.notifications.openNone', {
          smart_count: total,
        })}
        title={translate('app.notifications.title')}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Badge badgeContent={total} color="error" max={99}>
          <BellIcon />
        </Badge>
      </IconButton>
      <Suspense>
        {anchor && <Panel anchor={anchor} unread={total} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  )
}
