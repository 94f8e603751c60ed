import type { Backend } from '~/src/api/backend'

/**
 * Marks the user's notifications as read.
 * @param seen ISO time of the latest one on the screen: what came since stays unread
 * @returns how many were unread
 */
export const markNotificationsRead = async (request: Backend['request'], seen: string | undefined) => {
  const json = seen === undefined ? {} : { seen }
  const { read } = await request<{ read: number }>('/me/notifications/read', { method: 'POST', json })
  return read
}
