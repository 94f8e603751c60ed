import Alert from '@mui/material/Alert'
import { useState } from 'react'
import { useTranslate } from 'react-admin'

/** Warns of the consequences if the browser stores nothing for this site. */
export const StorageNotice = () => {
  const translate = useTranslate()
  const [isClosed, setClosed] = useState(false)
  return isClosed ? null : (
    <Alert
      severity="warning"
      role="status"
      onClose={() => setClosed(true)}
      closeText={translate('ra.action.close')}
      sx={{ mb: 2 }}
    >
      {translate('storageLost')}
    </Alert>
  )
}
