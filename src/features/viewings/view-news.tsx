import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { usePermissions, useTranslate } from 'react-admin'
import type { Me } from '~/src/api/backend'
import { viewToken } from '~/src/api/viewed-tab'
import { takeViewEnded } from './begin-view'
import { ViewBanner } from './view-banner'

/** Read once for this page, whatever renders it again. */
const ended = takeViewEnded()

/** What the page says about a view as another user: that there is one, or that it has ended by itself. */
export const ViewNews = () => {
  const translate = useTranslate()
  const { permissions: me } = usePermissions<Me | null>()
  const [closed, setClosed] = useState(!ended)
  const token = viewToken()
  if (token && me) return <ViewBanner me={me} token={token} />
  return closed ? null : (
    <Alert
      severity="info"
      role="status"
      onClose={() => setClosed(true)}
      closeText={translate('ra.action.close')}
    >
      {translate('viewAs.ended')}
    </Alert>
  )
}
