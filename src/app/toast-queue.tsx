import { type ReactNode, type SetStateAction, useMemo, useState } from 'react'
import { AddNotificationContext, NotificationContext, type NotificationPayload } from 'react-admin'

const createQueue = (draw: (waiting: NotificationPayload[]) => void) => {
  let waiting: NotificationPayload[] = []
  const setNotifications = (changed: SetStateAction<NotificationPayload[]>) => {
    waiting = typeof changed === 'function' ? changed(waiting) : changed
    draw(waiting)
  }
  return {
    setNotifications,
    addNotification: (added: NotificationPayload) => setNotifications([...waiting, added]),
    takeNotification: () => {
      const [first, ...rest] = waiting
      if (first) setNotifications(rest)
      return first
    },
    resetNotifications: () => setNotifications([]),
  }
}

/**
 * In place of react-admin's queue of toasts, which loses a toast that is added while another is taken: it writes back the
 * queue of its last render.
 */
export const ToastQueue = ({ children }: { children: ReactNode }) => {
  const [notifications, draw] = useState<NotificationPayload[]>([])
  const [queue] = useState(() => createQueue(draw))
  const value = useMemo(() => ({ ...queue, notifications }), [queue, notifications])
  return (
    <NotificationContext value={value}>
      <AddNotificationContext value={queue.addNotification}>{children}</AddNotificationContext>
    </NotificationContext>
  )
}
