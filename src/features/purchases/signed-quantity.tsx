import Box from '@mui/material/Box'
import { useLocaleState, useRecordContext } from 'react-admin'
import type { ViewProps } from '~/src/admin/admin-config'

/** An addition to a quota or a reduction of it, always signed. */
export const SignedQuantity = ({ path }: ViewProps) => {
  const record = useRecordContext()
  const [locale] = useLocaleState()
  const quantity = Number(record?.[path] ?? 0)
  const text = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(quantity)
  return (
    <Box
      component="span"
      sx={{
        fontVariantNumeric: 'tabular-nums',
        fontWeight: 600,
        color: quantity < 0 ? 'error.main' : 'success.main',
      }}
    >
      {text}
    </Box>
  )
}
