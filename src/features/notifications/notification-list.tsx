import Alert from '@mui/material/Alert'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { LinkBase, type UseGetListHookValue, useLocaleState, useTranslate } from 'react-admin'
import { describeCreation } from '~/src/ui/dates'
import { useMinute } from '~/src/ui/use-minute'
import { type NotificationRecord, useMarkRead } from './notification'
import { NotificationText } from './notification-text'

type Props = { readonly list: UseGetListHookValue<NotificationRecord>; readonly onClose: () => void }

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
export const NotificationList = ({ list, onClose }: Props) => {
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
