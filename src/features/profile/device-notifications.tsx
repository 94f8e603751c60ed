import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Me, DeviceNotifications as Notices } from '~/src/api/backend'
import { backend } from '~/src/api/chosen-backend'
import { Section } from '~/src/ui/section'
import { useToast } from '~/src/ui/use-toast'

const NoticesSwitch = ({ notices, me }: { notices: Notices; me: Me }) => {
  const translate = useTranslate()
  const toast = useToast()
  const [state, setState] = useState(notices.state)
  const [busy, setBusy] = useState(false)
  const change = async (wanted: boolean) => {
    setBusy(true)
    try {
      await (wanted ? notices.switchOn(me) : notices.switchOff(me))
    } catch {
      toast(translate('profile.noticesFailed'), 'error')
    }
    setState(notices.state())
    setBusy(false)
  }
  const refused = state === 'refused'
  return (
    <>
      <Typography sx={{ color: 'text.secondary', mb: 1 }}>
        {translate(refused ? 'profile.noticesRefused' : 'profile.noticesText')}
      </Typography>
      <FormControlLabel
        label={translate('profile.noticesSwitch')}
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
export const DeviceNotifications = ({ me }: { me: Me }) => {
  const translate = useTranslate()
  const { data: notices } = useQuery({
    queryKey: ['deviceNotifications'],
    queryFn: async () => (await backend.deviceNotifications?.()) ?? null,
  })
  if (!notices) return null
  return (
    <Section title={translate('profile.notices')}>
      <NoticesSwitch notices={notices} me={me} />
    </Section>
  )
}
