import CloseIcon from '@mui/icons-material/Close'
import Alert from '@mui/material/Alert'
import IconButton from '@mui/material/IconButton'
import { useStore, useTranslate } from 'react-admin'

/** A help banner that stays hidden once it is dismissed: the choice persists, like the display of a list. */
export const InfoBanner = ({ name }: { name: string }) => {
  const translate = useTranslate()
  const [dismissed, setDismissed] = useStore(`preferences.banners.${name}`, false)
  if (dismissed) return null
  const close = (
    <IconButton
      color="inherit"
      size="small"
      aria-label={translate('banners.close')}
      onClick={() => setDismissed(true)}
    >
      <CloseIcon fontSize="small" />
    </IconButton>
  )
  return (
    <Alert severity="info" role="note" action={close} sx={{ mb: 3 }}>
      {translate(`banners.${name}`)}
    </Alert>
  )
}
