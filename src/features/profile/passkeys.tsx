import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { hasPasskeys } from '~/src/api/passkey-support'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { Section } from '~/src/ui/section'
import { useToast } from '~/src/ui/use-toast'
import { account } from './account'
import type { OwnPasskey } from './account-calls'
import { DeviceRow, deviceList, useDevice, useWhen } from './device-row'
import { PasswordDialog } from './password-dialog'
import { type AccountText, useAccountTexts } from './use-account-texts'

/** What the browser says, in words that name the remedy. */
const errorTexts: Readonly<Record<string, AccountText>> = {
  passkey_closed: 'passkeyClosed',
  passkey_known: 'passkeyKnown',
  passkey_impossible: 'passkeyImpossible',
}

const usePasskeys = () =>
  useQuery({
    queryKey: ['account', 'passkeys'],
    queryFn: async () => {
      const [passkeys, config] = await Promise.all([account.passkeys(), backend.config()])
      return { ...passkeys, supported: hasPasskeys(config) }
    },
    networkMode: 'always',
  })

/** Loads the browser's part, which throws what `account` must not take for an answer of the server. */
const useCreation = () => {
  const texts = useAccountTexts()
  return async (password: string) => {
    const { createPasskey } = await import('~/src/api/passkey-device')
    return account.addPasskey(password, options =>
      createPasskey(options).catch((error: unknown) => {
        const text = error instanceof BackendError && errorTexts[error.code]
        throw text ? new Error(texts(text)) : error
      }),
    )
  }
}

type Step = { readonly name: 'add' } | { readonly name: 'remove'; readonly passkey: OwnPasskey }

const useSteps = (refetch: () => Promise<unknown>) => {
  const texts = useAccountTexts()
  const toast = useToast()
  const create = useCreation()
  const [step, setStep] = useState<Step | null>(null)
  const act = async (password: string) => {
    if (step?.name === 'remove') await account.removePasskey(step.passkey.uid, password)
    else await create(password)
    setStep(null)
    toast(texts(step?.name === 'remove' ? 'passkeyRemoved' : 'passkeyAdded'), 'success')
    await refetch()
  }
  return { step, setStep, act }
}

const Row = ({ passkey, onRemove }: { passkey: OwnPasskey; onRemove: () => void }) => {
  const texts = useAccountTexts()
  const device = useDevice()(passkey)
  const when = useWhen()
  const { createdAt, usedAt, synced } = passkey
  const added = texts('passkeySince', { since: when(createdAt) })
  const used = usedAt ? texts('passkeyUsed', { used: when(usedAt) }) : texts('passkeyUnused')
  return (
    <DeviceRow
      device={device}
      text={`${added} · ${used}`}
      chip={synced ? texts('passkeySynced') : undefined}
      act={{ label: texts('remove'), name: texts('removeOf', { device }), start: onRemove }}
    />
  )
}

type Facts = { readonly possible: boolean; readonly supported: boolean }

const About = ({ possible, supported }: Facts) => {
  const texts = useAccountTexts()
  const text = !possible ? 'passkeysNone' : supported ? 'passkeysText' : 'passkeysUnsupported'
  return <Typography sx={{ color: 'text.secondary', mb: 2 }}>{texts(text)}</Typography>
}

/** The user's passkeys: add one of this device, remove those that are lost. */
export const Passkeys = () => {
  const texts = useAccountTexts()
  const { data, error, isPending, refetch } = usePasskeys()
  const { step, setStep, act } = useSteps(refetch)
  return (
    <Section title={texts('passkeys')}>
      {isPending && <ListSkeleton />}
      {error && <ListFailure error={error} onRetry={refetch} />}
      {data && <About {...data} />}
      <Box component="ul" sx={deviceList}>
        {data?.results.map(passkey => (
          <Row key={passkey.uid} passkey={passkey} onRemove={() => setStep({ name: 'remove', passkey })} />
        ))}
      </Box>
      {data?.possible && data.supported && (
        <Button variant="outlined" sx={{ mt: 2 }} onClick={() => setStep({ name: 'add' })}>
          {texts('addPasskey')}
        </Button>
      )}
      {step && (
        <PasswordDialog
          title={texts(step.name === 'add' ? 'addPasskey' : 'removePasskey')}
          text={texts(step.name === 'add' ? 'addPasskeyText' : 'removePasskeyText')}
          submit={texts(step.name === 'add' ? 'continue' : 'remove')}
          act={act}
          onClose={() => setStep(null)}
        />
      )}
    </Section>
  )
}
