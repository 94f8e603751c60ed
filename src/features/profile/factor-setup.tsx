import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, useId, useState } from 'react'
import { useTranslate } from 'react-admin'
import { encode } from 'uqr'
import { failureOf } from '~/src/api/contract/records'
import { useFailureText } from '~/src/ui/failure-text'
import { account, useAccountTexts } from './account'
import type { FactorSecret } from './account-calls'

/** The QR code is dark on light in any theme: phones cannot read it otherwise. */
const Picture = ({ uri }: { uri: string }) => {
  const texts = useAccountTexts()
  const { data, size } = encode(uri, { border: 2 })
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <Box
      component="svg"
      role="img"
      aria-label={texts('picture')}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ display: 'block', width: 208, maxWidth: 1, mx: 'auto', bgcolor: '#fff', borderRadius: 1 }}
    >
      <path d={dark.join('')} fill="#000" />
    </Box>
  )
}

/** The key in groups of four, for typing. */
const Key = ({ secret }: { secret: string }) => (
  <Box
    component="code"
    sx={{ display: 'block', textAlign: 'center', my: 2, overflowWrap: 'anywhere', userSelect: 'all' }}
  >
    {secret.match(/.{1,4}/g)?.join(' ')}
  </Box>
)

const useConfirming = (onOn: (codes: readonly string[]) => void) => {
  const texts = useAccountTexts()
  const textOf = useFailureText()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const confirm = async (code: string) => {
    setBusy(true)
    setProblem('')
    try {
      onOn(await account.confirmFactor(code))
    } catch (error) {
      setProblem(failureOf(error).errors?.code ? texts('codeWrong') : textOf(error).text)
      setBusy(false)
    }
  }
  return { problem, busy, confirm }
}

type Props = {
  readonly given: FactorSecret
  readonly onOn: (codes: readonly string[]) => void
  readonly onClose: () => void
}

/** Shows the secret for an authenticator app, and requires one of its codes as proof. */
export const FactorSetup = ({ given, onOn, onClose }: Props) => {
  const translate = useTranslate()
  const texts = useAccountTexts()
  const titleId = useId()
  const [code, setCode] = useState('')
  const { problem, busy, confirm } = useConfirming(onOn)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) void confirm(code)
  }
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={titleId}>
      <form onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{texts('scanTitle')}</DialogTitle>
        <DialogContent>
          <Typography sx={{ color: 'text.secondary', mb: 2 }}>{texts('scan')}</Typography>
          <Picture uri={given.uri} />
          <Key secret={given.secret} />
          <TextField
            label={texts('code')}
            value={code}
            onChange={event => setCode(event.target.value)}
            error={problem !== ''}
            helperText={problem}
            autoFocus
            fullWidth
            slotProps={{
              htmlInput: {
                'aria-required': true,
                inputMode: 'numeric',
                autoComplete: 'one-time-code',
                maxLength: 7,
              },
              formHelperText: { role: 'alert' },
            }}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {texts('switchOn')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
