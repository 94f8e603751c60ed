import { type ReactNode, type SetStateAction, useMemo, useRef, useState } from 'react'
import { AddNotificationContext, NotificationContext, type NotificationPayload } from 'react-admin'

/**
 * In place of react-admin's queue of toasts, which loses a toast that is added while another is taken: it writes back the
 * queue of its last render.
 */
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

export const ToastQueue = ({ children }: { children: ReactNode }) => {
  const [notifications, draw] = useState<NotificationPayload[]>([])
  const queue = useRef<ReturnType<typeof createQueue>>(undefined)
  queue.current ??= createQueue(draw)
  const { current } = queue
  const value = useMemo(() => ({ ...current, notifications }), [current, notifications])
  return (
    <NotificationContext value={value}>
      <AddNotificationContext value={current.addNotification}>{children}</AddNotificationContext>
    </NotificationContext>
  )
}
