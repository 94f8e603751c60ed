import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useLocaleState } from 'react-admin'
import { BackendError } from '~/src/api/backend-error'
import { backend } from '~/src/api/chosen-backend'
import { hasPasskeys } from '~/src/api/passkey-support'
import { formatInstant, formatRecent, useMinute } from '~/src/ui/dates'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { ListFailure, ListSkeleton, Section } from '~/src/ui/page'
import { type AccountText, account, useAccountTexts } from './account'
import type { OwnPasskey, OwnSession } from './account-calls'
import { PasswordDialog } from './password-dialog'

/** The name of a browser and its system. */
const useDevice = () => {
  const texts = useAccountTexts()
  return ({ agent: { name, platform } }: Pick<OwnSession, 'agent'>) =>
    name && platform ? texts('device', { name, platform }) : (name ?? platform ?? texts('unknownDevice'))
}

/** An instant in words, from minutes ago to a date. */
const useWhen = () => {
  const [locale] = useLocaleState()
  useMinute()
  return (instant: string) => formatRecent(instant, locale) ?? formatInstant(instant, locale)
}

type Props = {
  readonly device: string
  readonly text: string
  readonly chip?: string | undefined
  /** The action of the row's button, and the button's accessible name, distinct from those of other rows. */
  readonly act?: { readonly label: string; readonly name: string; readonly start: () => void } | undefined
}

/** A device of the user in a list of them. */
const DeviceRow = ({ device, text, chip, act }: Props) => (
  <Stack
    component="li"
    direction="row"
    useFlexGap
    sx={{ alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider' }}
  >
    <Box sx={{ flexGrow: 1, minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontWeight: 560 }}>
          {device}
        </Typography>
        {chip && <Chip size="small" color="primary" variant="outlined" label={chip} />}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    </Box>
    {act && (
      <Button aria-label={act.name} onClick={act.start} sx={{ flexShrink: 0 }}>
        {act.label}
      </Button>
    )}
  </Stack>
)

const deviceList = { listStyle: 'none', m: 0, p: 0 } as const

const useOwnSessions = () => {
  const texts = useAccountTexts()
  const toast = useToast()
  const textOf = useFailureText()
  const query = useQuery({
    queryKey: ['account', 'sessions'],
    queryFn: () => account.ownSessions(),
    networkMode: 'always',
  })
  /** Ends one session, or all but the current one. */
  const end = async (uid?: string) => {
    try {
      await account.endOwnSessions(uid)
      toast(texts(uid ? 'ended' : 'endedAll'), 'success')
    } catch (error) {
      toast(textOf(error).text, 'error')
    }
    await query.refetch()
  }
  return { query, end }
}

const SessionRow = ({ session, onEnd }: { session: OwnSession; onEnd: () => void }) => {
  const texts = useAccountTexts()
  const device = useDevice()(session)
  const when = useWhen()
  const { createdAt, usedAt, address, current } = session
  const dates = texts('since', { since: when(createdAt), used: when(usedAt) })
  return (
    <DeviceRow
      device={device}
      text={address ? `${dates} · ${address}` : dates}
      chip={current ? texts('thisOne') : undefined}
      act={current ? undefined : { label: texts('end'), name: texts('endOf', { device }), start: onEnd }}
    />
  )
}

type Asked = { readonly uid?: string; readonly title: string }

/** The user's sessions, the current one first, each of the others with a button to end it. */
export const OwnSessions = () => {
  const texts = useAccountTexts()
  const deviceOf = useDevice()
  const { query, end } = useOwnSessions()
  const [asked, setAsked] = useState<Asked | null>(null)
  const sessions = [...(query.data ?? [])].sort((one, other) => Number(other.current) - Number(one.current))
  const confirm = () => {
    setAsked(null)
    void end(asked?.uid)
  }
  return (
    <Section title={texts('sessions')}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{texts('sessionsText')}</Typography>
      {query.isPending && <ListSkeleton />}
      {query.error && <ListFailure error={query.error} onRetry={query.refetch} />}
      <Box component="ul" sx={deviceList}>
        {sessions.map(session => (
          <SessionRow
            key={session.uid}
            session={session}
            onEnd={() => setAsked({ uid: session.uid, title: texts('endOf', { device: deviceOf(session) }) })}
          />
        ))}
      </Box>
      {sessions.length > 1 && (
        <Button variant="outlined" sx={{ mt: 2 }} onClick={() => setAsked({ title: texts('endAll') })}>
          {texts('endAll')}
        </Button>
      )}
      {asked && (
        <Confirm
          isOpen
          title={asked.title}
          content={texts('endText')}
          onConfirm={confirm}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}

/** Texts for the browser's errors, which state the remedy. */
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

/** Loads the browser's API, whose errors must not be taken for a response of the server by `account`. */
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

const PasskeyRow = ({ passkey, onRemove }: { passkey: OwnPasskey; onRemove: () => void }) => {
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

/** The user's passkeys: add one of this device, remove lost ones. */
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
          <PasskeyRow
            key={passkey.uid}
            passkey={passkey}
            onRemove={() => setStep({ name: 'remove', passkey })}
          />
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
