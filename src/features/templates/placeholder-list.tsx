import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { type TemplateAction, templateOf } from '~/model/mail/mail-templates'
import type { MailPanelTexts } from '~/src/features/mails/mail-texts'
import { useCopy } from '~/src/ui/use-copy'

type Props = { readonly action: TemplateAction; readonly words: MailPanelTexts }

/** The placeholders of this e-mail; a click copies one. */
export const PlaceholderList = ({ action, words }: Props) => {
  const copy = useCopy()
  const translate = useTranslate()
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>{words.placeholdersText}</Typography>
      <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, listStyle: 'none', m: 0, p: 0 }}>
        {templateOf(action).placeholders.map(name => {
          const token = `{{${name}}}`
          const needed = templateOf(action).required.includes(name)
          return (
            <li key={name}>
              <Tooltip title={words.names[name]}>
                <Chip
                  variant="outlined"
                  color={needed ? 'primary' : 'default'}
                  label={needed ? `${token} (${words.required})` : token}
                  aria-label={`${translate('admin.copy.of', { name: token })}: ${words.names[name]}`}
                  onClick={() => void copy(token)}
                />
              </Tooltip>
            </li>
          )
        })}
      </Box>
    </>
  )
}
