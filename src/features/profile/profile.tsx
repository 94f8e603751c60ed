import Stack from '@mui/material/Stack'
import { usePermissions, useTranslate } from 'react-admin'
import { WithActor } from '~/src/admin/actor'
import { FormStateProvider } from '~/src/admin/form/form-state'
import type { Me } from '~/src/api/backend'
import { backend } from '~/src/api/chosen-backend'
import { MaintenanceTools } from '~/src/features/maintenance/maintenance-tools'
import { PageHeading } from '~/src/ui/page-heading'
import { Section } from '~/src/ui/section'
import { Automation } from './automation'
import { BrowserStorage } from './browser-storage'
import { DeviceNotifications } from './device-notifications'
import { IdentityForm } from './identity-form'
import { Keyboard } from './keyboard'
import { NotificationChoices } from './notification-choices'
import { OwnSessions } from './own-sessions'
import { Passkeys } from './passkeys'
import { PasswordForm } from './password-form'
import { SecondFactor } from './second-factor'

/** Root's tools, also available in the user's own settings (specification §2). */
const MaintenanceSection = () => (
  <Section title={useTranslate()('maintenance.tools')}>
    <MaintenanceTools />
  </Section>
)

/** What nobody sees who sees the panel as this user. */
const Private = ({ me }: { me: Me }) => (
  <>
    <FormStateProvider>
      <PasswordForm uid={me.uid} />
    </FormStateProvider>
    {backend.name === 'onpremise' && (
      <>
        <SecondFactor />
        <Passkeys />
        <OwnSessions />
        <Automation />
      </>
    )}
    {backend.keepsNotifications && <NotificationChoices me={me} />}
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
