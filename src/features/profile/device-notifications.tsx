import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import type { DeviceNotifications as Device, Me } from '~/src/api/backend'
import { backend } from '~/src/api/chosen-backend'
import { Section } from '~/src/ui/section'
import { useToast } from '~/src/ui/use-toast'

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
export const DeviceNotifications = ({ me }: { me: Me }) => {
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
