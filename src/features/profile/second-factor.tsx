import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import GlobalStyles from '@mui/material/GlobalStyles'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useId, useState } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import { formatDay } from '~/src/ui/dates'
import { useToast } from '~/src/ui/failure-text'
import { lazyPart } from '~/src/ui/lazy-part'
import { ListFailure, ListSkeleton, Section } from '~/src/ui/page'
import { saveFile } from '~/src/ui/save-file'
import { useCopy } from '~/src/ui/use-copy'
import { account, useAccountTexts } from './account'
import type { FactorSecret, SecondFactor as State } from './account-calls'
import { PasswordDialog } from './password-dialog'

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
const RecoveryCodes = ({ codes, onClose }: Props) => {
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

const FactorSetup = lazyPart(() => import('./factor-setup').then(file => file.FactorSetup))

/** The current step: the password is requested first, then the result is shown. */
type Step =
  | { readonly name: 'switchOn' | 'switchOff' | 'newCodes' }
  | { readonly name: 'setup'; readonly given: FactorSecret }
  | { readonly name: 'codes'; readonly codes: readonly string[] }

const FEW = 3

const useSteps = (refetch: () => Promise<unknown>) => {
  const texts = useAccountTexts()
  const toast = useToast()
  const [step, setStep] = useState<Step | null>(null)
  const showCodes = async (codes: readonly string[]) => {
    setStep({ name: 'codes', codes })
    await refetch()
  }
  const acts = {
    switchOn: async (password: string) =>
      setStep({ name: 'setup', given: await account.beginFactor(password) }),
    newCodes: async (password: string) => showCodes(await account.newRecoveryCodes(password)),
    switchOff: async (password: string) => {
      await account.endFactor(password)
      setStep(null)
      toast(texts('isOff'), 'success')
      await refetch()
    },
  }
  return { step, setStep, showCodes, acts, close: () => setStep(null) }
}

const Steps = ({ step, showCodes, acts, close }: Omit<ReturnType<typeof useSteps>, 'setStep'>) => {
  const texts = useAccountTexts()
  if (!step) return null
  if (step.name === 'codes') return <RecoveryCodes codes={step.codes} onClose={close} />
  if (step.name === 'setup')
    return (
      <Suspense>
        <FactorSetup given={step.given} onOn={showCodes} onClose={close} />
      </Suspense>
    )
  const { name } = step
  return (
    <PasswordDialog
      title={texts('factor')}
      text={texts(`${name}Text`)}
      submit={texts(name === 'switchOn' ? 'continue' : name)}
      act={acts[name]}
      onClose={close}
    />
  )
}

const About = ({ state: { on, since, recoveryCodes, possible } }: { state: State }) => {
  const texts = useAccountTexts()
  const [locale] = useLocaleState()
  if (!possible) return <Typography color="text.secondary">{texts('factorNone')}</Typography>
  if (!on) return <Typography color="text.secondary">{texts('factorOff')}</Typography>
  const left = { smart_count: recoveryCodes }
  return (
    <>
      <Typography color="text.secondary">{texts('factorOn', { date: formatDay(since, locale) })}</Typography>
      {recoveryCodes > FEW ? (
        <Typography color="text.secondary">{texts('codesLeft', left)}</Typography>
      ) : (
        <Alert severity="warning">{texts('codesFew', left)}</Alert>
      )}
    </>
  )
}

/** The user's second factor: enable it, regenerate its recovery codes, disable it. */
export const SecondFactor = () => {
  const texts = useAccountTexts()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: () => account.secondFactor(),
    networkMode: 'always',
  })
  const { setStep, ...steps } = useSteps(refetch)
  const offered = data?.on ? (['newCodes', 'switchOff'] as const) : (['switchOn'] as const)
  return (
    <Section title={texts('factor')}>
      {isPending && <ListSkeleton />}
      {error && <ListFailure error={error} onRetry={refetch} />}
      {data && (
        <Stack sx={{ gap: 2 }}>
          <About state={data} />
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
            {data.possible &&
              offered.map(name => (
                <Button key={name} variant="outlined" onClick={() => setStep({ name })}>
                  {texts(name)}
                </Button>
              ))}
          </Stack>
        </Stack>
      )}
      <Steps {...steps} />
    </Section>
  )
}
