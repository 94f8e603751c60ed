import type { Backend } from '~/src/api/backend'

export type NotificationCalls = {
  /**
   * Marks the user's notifications as read.
   * @param seen ISO time of the latest one on the screen: what came since stays unread
   * @returns how many were unread
   */
  readonly markNotificationsRead: (seen?: string) => Promise<number>
}

export const notificationCalls = (request: Backend['request']): NotificationCalls => ({
  markNotificationsRead: async seen => {
    const json = seen === undefined ? {} : { seen }
    const { read } = await request<{ read: number }>('/me/notifications/read', { method: 'POST', json })
    return read
  },
})
