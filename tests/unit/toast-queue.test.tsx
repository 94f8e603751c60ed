import { act, screen } from '@testing-library/react'
import { type NotificationPayload, useAddNotificationContext, useNotificationContext } from 'react-admin'
import { expect, it } from 'vitest'
import { ToastQueue } from '~/src/app/app'
import { renderScreen } from '../support/panel/render-screen'

const toast = (message: string): NotificationPayload => ({ message, type: 'info', notificationOptions: {} })

it('keeps a toast that is added while another is taken', async () => {
  let queue: ReturnType<typeof useNotificationContext> | undefined
  let add: ReturnType<typeof useAddNotificationContext> | undefined
  const Spy = () => {
    queue = useNotificationContext()
    add = useAddNotificationContext()
    return <p>{queue.notifications.map(({ message }) => message).join()}</p>
  }
  await renderScreen(
    <ToastQueue>
      <Spy />
    </ToastQueue>,
  )
  act(() => add?.(toast('first')))
  // The second toast, e.g. of a realtime message, is not rendered yet when the first is taken.
  act(() => {
    add?.(toast('second'))
    expect(queue?.takeNotification()).toMatchObject({ message: 'first' })
  })
  expect(screen.getByText('second')).toBeVisible()
  act(() => queue?.setNotifications(waiting => [...waiting, toast('third')]))
  expect(screen.getByText('second,third')).toBeVisible()
  act(() => queue?.resetNotifications())
  expect(queue?.takeNotification()).toBeUndefined()
})
