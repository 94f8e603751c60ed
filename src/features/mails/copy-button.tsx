import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { useCopy } from '~/src/ui/use-copy'

export const CopyButton = ({ text }: { text: string }) => {
  const copy = useCopy()
  const translate = useTranslate()
  return (
    <Tooltip title={translate('admin.copy.do')}>
      <IconButton
        size="small"
        aria-label={translate('admin.copy.of', { name: text })}
        onClick={() => void copy(text)}
      >
        <CopyIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
