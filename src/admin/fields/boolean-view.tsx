import CheckIcon from '@mui/icons-material/Check'
import CloseIcon from '@mui/icons-material/Close'
import { useTranslate } from 'react-admin'
import type { ValueProps } from './view-of'

export const BooleanView = ({ value }: ValueProps) => {
  const translate = useTranslate()
  const Icon = value ? CheckIcon : CloseIcon
  return (
    <Icon
      fontSize="small"
      titleAccess={translate(value ? 'ra.boolean.true' : 'ra.boolean.false')}
      sx={{ color: value ? 'success.main' : 'text.disabled', display: 'block' }}
    />
  )
}
