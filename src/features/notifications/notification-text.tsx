import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type RaRecord, useTranslate, useUpdate } from 'react-admin'

export type NotificationRecord = RaRecord & {
  readonly title: string
  readonly detail: string | null
  readonly path: string
  readonly read: boolean
  readonly createdAt: string
}

/** Marks a notification as read when its link is followed. A failure is not reported: the notification stays unread. */
export const useMarkRead = () => {
  const [update] = useUpdate()
  return ({ id, read }: NotificationRecord) => {
    if (!read) void update('notifications', { id, data: { read: true }, previousData: { id, read } })
  }
}

const dot = { width: 8, height: 8, borderRadius: '50%', bgcolor: 'primary.main', flexShrink: 0, mt: 0.75 }

/** Distinguishes unread notifications by more than font weight, also for screen readers. */
const UnreadDot = () => (
  <Box component="span" role="img" aria-label={useTranslate()('app.notifications.unread')} sx={dot} />
)

/** The event in one line; the reason or the next step in another. */
export const NotificationText = ({ record }: { record: NotificationRecord }) => (
  <Box component="span" sx={{ display: 'flex', gap: 1, minWidth: 0 }}>
    {record.read ? <Box component="span" sx={{ width: 8, flexShrink: 0 }} /> : <UnreadDot />}
    <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
      <Typography
        component="span"
        variant="body2"
        sx={{ display: 'block', fontWeight: record.read ? 400 : 600 }}
      >
        {record.title}
      </Typography>
      {record.detail && (
        <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
          {record.detail}
        </Typography>
      )}
    </Box>
  </Box>
)
