import CopyIcon from '@mui/icons-material/ContentCopyOutlined'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTell } from '~/src/kit/tell'
import { fill, type MailPanelTexts } from './mail-texts'

/** Copies, and says whether it did. */
export const useCopy = (words: MailPanelTexts) => {
  const tell = useTell()
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      tell(fill(words.copied, { name: text }), 'success')
    } catch {
      tell(words.copyFailed, 'error')
    }
  }
}

export const CopyButton = ({ text, words }: { text: string; words: MailPanelTexts }) => {
  const copy = useCopy(words)
  return (
    <Tooltip title={words.copy}>
      <IconButton size="small" aria-label={fill(words.copyOf, { name: text })} onClick={() => copy(text)}>
        <CopyIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  )
}
