import { LinkBase, useRecordContext } from 'react-admin'
import { type NotificationRecord, NotificationText, useMarkRead } from './notification-text'

const styles = { color: 'inherit', textDecoration: 'none' } as const

/** A notification of the list, as a link to its record. */
export const NotificationTitle = () => {
  const record = useRecordContext<NotificationRecord>()
  const markRead = useMarkRead()
  if (!record) return null
  return (
    <LinkBase to={record.path} onClick={() => markRead(record)} style={styles}>
      <NotificationText record={record} />
    </LinkBase>
  )
}
