import Box from '@mui/material/Box'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { backend } from '~/src/api/chosen-backend'
import { viewToken } from '~/src/api/viewed-tab'
import { laterPart } from '~/src/ui/later-part'
import { firstData } from './first-data'

const Bell = laterPart(() =>
  import('~/src/features/notifications/notification-bell').then(file => ({ default: file.NotificationBell })),
)

/** Nothing visible waits for the bell: its place is kept until the first data is on the screen. */
const LaterBell = () => {
  const queries = useQueryClient()
  const [ready, setReady] = useState(false)
  useEffect(() => {
    let gone = false
    void firstData(queries).then(() => !gone && setReady(true))
    return () => {
      gone = true
    }
  }, [queries])
  return <Box sx={{ minWidth: 40 }}>{ready && <Bell />}</Box>
}

/** The user's notifications, which are not for whoever sees the panel as them. */
export const Notifications = () =>
  backend.keepsNotifications && !viewToken() ? (
    <Suspense>
      <LaterBell />
    </Suspense>
  ) : null
