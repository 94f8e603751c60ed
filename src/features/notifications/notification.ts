import { type RaRecord, useUpdate } from 'react-admin'

export type NotificationRecord = RaRecord & {
  readonly title: string
  readonly detail: string | null
  readonly path: string
  readonly read: boolean
  readonly createdAt: string
}

/** Marks a notification as read when its link is followed. A failure is not told: it stays unread. */
export const useMarkRead = () => {
  const [update] = useUpdate()
  return ({ id, read }: NotificationRecord) => {
    if (!read) void update('notifications', { id, data: { read: true }, previousData: { id, read } })
  }
}
