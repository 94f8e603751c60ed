import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Snackbar from '@mui/material/Snackbar'
import { useSyncExternalStore } from 'react'
import { useTranslate } from 'react-admin'
import { partTrouble } from '~/src/ui/load-part'

const texts = { unreachable: 'admin.partUnreachable', replaced: 'admin.newVersion' } as const

/** What the user waits for, over every screen. Drafts of forms outlive a reload. */
export const PartTrouble = () => {
  const translate = useTranslate()
  const trouble = useSyncExternalStore(partTrouble.subscribe, partTrouble.read)
  if (!trouble) return null
  const reload = (
    <Button color="inherit" size="small" onClick={() => location.reload()}>
      {translate('admin.reload')}
    </Button>
  )
  return (
    <Snackbar open anchorOrigin={{ vertical: 'top', horizontal: 'center' }} sx={{ top: { xs: 64, sm: 72 } }}>
      <Alert
        severity={trouble === 'replaced' ? 'info' : 'warning'}
        role="status"
        action={reload}
        elevation={4}
        sx={{ maxWidth: 640 }}
      >
        {translate(texts[trouble])}
      </Alert>
    </Snackbar>
  )
}
