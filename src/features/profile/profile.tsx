import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, LinkBase, usePermissions, useTranslate } from 'react-admin'
import { keysOf } from '~/model/objects'
import { tokens } from '~/model/resources/tokens'
import { webhooks } from '~/model/resources/webhooks'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { mayList, useActor, WithActor } from '~/src/admin/rights'
import type { DeviceNotifications as Device, Me } from '~/src/api/backend'
import { localStore, sessionStore } from '~/src/api/browser-storage'
import { backend } from '~/src/api/chosen-backend'
import { MaintenanceTools } from '~/src/features/maintenance/maintenance-tools'
import { useToast } from '~/src/ui/failure-text'
import { PageHeading, Section } from '~/src/ui/page'
import { SingleKeysSwitch } from '~/src/ui/single-keys-switch'
import { IdentityForm, NotificationChoices, PasswordForm } from './identity-form'
import { OwnSessions, Passkeys } from './passkeys'
import { SecondFactor } from './second-factor'

/** Links to API tokens and webhooks, for users who may have some. */
const Automation = () => {
  const translate = useTranslate()
  const actor = useActor()
  const lists = [tokens, webhooks].filter(list => mayList(list, actor))
  if (lists.length === 0) return null
  return (
    <Section title={translate('profile.automation')}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{translate('profile.automationText')}</Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {lists.map(({ name, paths }) => (
          <Button key={name} variant="outlined" component={LinkBase} to={paths.list}>
            {translate(`resources.${name}.name`, { smart_count: 2 })}
          </Button>
        ))}
      </Stack>
    </Section>
  )
}

const storages = {
  clearSession: () => sessionStore.clear(),
  clearLocal: () => localStore.clear(),
} as const
type Name = keyof typeof storages

// A full page load: no cleared data may stay in memory.
const clear = (name: Name) => {
  storages[name]()
  location.assign('/')
}

/** Clears the storage of this browser, after a confirmation, as it cannot be undone. */
const BrowserStorage = () => {
  const translate = useTranslate()
  const [asked, setAsked] = useState<Name | null>(null)
  return (
    <Section title={translate('profile.storage')}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{translate('profile.storageText')}</Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {keysOf(storages).map(name => (
          <Button key={name} variant="outlined" onClick={() => setAsked(name)}>
            {translate(`profile.${name}`)}
          </Button>
        ))}
      </Stack>
      {asked && (
        <Confirm
          isOpen
          title={translate(`profile.${asked}`)}
          content={translate(`profile.${asked}Text`)}
          onConfirm={() => clear(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}

/** The keyboard shortcuts of this browser. */
const Keyboard = () => (
  <Section title={useTranslate()('profile.keyboard')}>
    <SingleKeysSwitch />
  </Section>
)

const DeviceSwitch = ({ device, me }: { device: Device; me: Me }) => {
  const translate = useTranslate()
  const toast = useToast()
  const [state, setState] = useState(device.state)
  const [busy, setBusy] = useState(false)
  const change = async (wanted: boolean) => {
    setBusy(true)
    try {
      await (wanted ? device.switchOn(me) : device.switchOff(me))
    } catch {
      toast(translate('profile.onDeviceFailed'), 'error')
    }
    setState(device.state())
    setBusy(false)
  }
  const refused = state === 'refused'
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        {translate(refused ? 'profile.onDeviceRefused' : 'profile.onDeviceText')}
      </Typography>
      <FormControlLabel
        label={translate('profile.onDeviceSwitch')}
        control={
          <Switch
            checked={state === 'on'}
            disabled={busy || refused}
            onChange={(_, wanted) => void change(wanted)}
          />
        }
      />
    </>
  )
}

/** The push notifications of this browser; renders nothing if they are unavailable. */
const DeviceNotifications = ({ me }: { me: Me }) => {
  const translate = useTranslate()
  const { data: device } = useQuery({
    queryKey: ['deviceNotifications'],
    queryFn: async () => (await backend.deviceNotifications?.()) ?? null,
  })
  if (!device) return null
  return (
    <Section title={translate('profile.onDevice')}>
      <DeviceSwitch device={device} me={me} />
    </Section>
  )
}

/** Root's tools, also available in the user's own settings (specification §2). */
const MaintenanceSection = () => (
  <Section title={useTranslate()('maintenance.tools')}>
    <MaintenanceTools />
  </Section>
)

/** Settings that are hidden from a user who views the panel as this user. */
const Private = ({ me }: { me: Me }) => (
  <>
    <FormStateProvider>
      <PasswordForm uid={me.uid} />
    </FormStateProvider>
    {backend.offers('secondFactor') && <SecondFactor />}
    {/* Of our server's own sign-in: passkeys start its sessions, which it lists. */}
    {backend.name === 'onpremise' && (
      <>
        <Passkeys />
        <OwnSessions />
      </>
    )}
    {backend.offers('automation') && <Automation />}
    {backend.offers('notifications') && <NotificationChoices me={me} />}
    <DeviceNotifications me={me} />
    <Keyboard />
    <BrowserStorage />
    {me.role === 'root' && <MaintenanceSection />}
  </>
)

/** The user's own settings, for every role. */
export const Profile = () => {
  const translate = useTranslate()
  const { permissions: me } = usePermissions<Me | null>()
  if (!me) return null
  return (
    <WithActor>
      <PageHeading resource="users" title={translate('profile.title')} />
      <Stack sx={{ gap: 3, maxWidth: 720 }}>
        <FormStateProvider>
          <IdentityForm me={me} />
        </FormStateProvider>
        {!me.profile.viewedUntil && <Private me={me} />}
      </Stack>
    </WithActor>
  )
}
