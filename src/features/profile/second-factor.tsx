import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocaleState } from 'react-admin'
import { formatDay } from '~/src/ui/dates'
import { lazyPart } from '~/src/ui/lazy-part'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { Section } from '~/src/ui/section'
import { useToast } from '~/src/ui/use-toast'
import { account } from './account'
import type { FactorSecret, SecondFactor as State } from './account-calls'
import { PasswordDialog } from './password-dialog'
import { RecoveryCodes } from './recovery-codes'
import { useAccountTexts } from './use-account-texts'

const FactorSetup = lazyPart(() => import('./factor-setup').then(file => ({ default: file.FactorSetup })))

/** The current step: the password is asked for first, then the result is shown. */
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
