import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useStore, useTranslate } from 'react-admin'
import { denseKey } from './columns'

/** Whether tables have narrow rows. */
export const Density = () => {
  const translate = useTranslate()
  const [dense, setDense] = useStore(denseKey, false)
  return (
    <Box sx={{ px: 2, py: 1, borderTop: 1, borderColor: 'divider' }}>
      <FormControlLabel
        control={<Switch size="small" checked={dense} onChange={(_, on) => setDense(on)} />}
        label={translate('admin.list.dense')}
      />
    </Box>
  )
}
