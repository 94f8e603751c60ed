import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { saveFile } from '~/src/ui/save-file'
import { useCopy } from '~/src/ui/use-copy'
import { useAccountTexts } from './use-account-texts'

type Props = { readonly codes: readonly string[]; readonly onClose: () => void }

const PRINTED = 'recovery-codes'

/** Prints the codes only. */
const onPaper = {
  '@media print': {
    'body > *:not(.MuiDialog-root), .MuiBackdrop-root, .MuiDialogActions-root, .recovery-tools': {
      display: 'none !important',
    },
    [`#${PRINTED}`]: { color: '#000' },
  },
} as const

const list = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  gap: 1,
  my: 2,
  mx: 0,
  p: 2,
  listStyle: 'none',
  borderRadius: 1.25,
  bgcolor: 'action.hover',
  fontFamily: 'ui-monospace, Consolas, monospace',
  userSelect: 'all',
} as const

const Tools = ({ codes }: Pick<Props, 'codes'>) => {
  const texts = useAccountTexts()
  const translate = useTranslate()
  const copy = useCopy()
  const text = `${codes.join('\n')}\n`
  return (
    <Stack className="recovery-tools" direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      {/* If copying fails, a click selects the codes. */}
      <Button variant="outlined" onClick={() => void copy(text)}>
        {translate('admin.copy.do')}
      </Button>
      <Button variant="outlined" onClick={() => saveFile(texts('file'), 'text/plain', text)}>
        {texts('download')}
      </Button>
      <Button variant="outlined" onClick={() => print()}>
        {texts('print')}
      </Button>
    </Stack>
  )
}

/** The recovery codes, shown once: only the button closes the dialog. */
export const RecoveryCodes = ({ codes, onClose }: Props) => {
  const texts = useAccountTexts()
  const titleId = useId()
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <GlobalStyles styles={onPaper} />
      <DialogTitle id={titleId}>{texts('codesTitle')}</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary' }}>{texts('codesText')}</Typography>
        <Box component="ul" id={PRINTED} sx={list}>
          {codes.map(code => (
            <li key={code}>{code}</li>
          ))}
        </Box>
        <Tools codes={codes} />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          {texts('kept')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
