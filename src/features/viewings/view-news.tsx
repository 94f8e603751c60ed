import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { useLocaleState, usePermissions, useTranslate } from 'react-admin'
import type { Me } from '~/src/api/backend'
import { backend } from '~/src/api/chosen-backend'
import { leave } from '~/src/api/session'
import { viewToken } from '~/src/api/viewed-tab'
import { formatTime } from '~/src/ui/dates'
import { takeViewEnded } from './begin-view'

/** The uid of a view, which its token names: `vecto_view_<uid>_<secret>`. */
const viewingOf = (token: string) => token.split('_')[2] ?? ''

/** Milliseconds between two checks whether the view has ended, starting at its expiry. */
const RETRY = 15_000

/** Leaves the view, and lets the server end it. It expires by itself if the server cannot be reached. */
const goBack = (token: string) =>
  leave({
    closeView: () =>
      backend
        .request(`viewings/${viewingOf(token)}/end`, { method: 'PATCH', json: {} })
        .catch(() => undefined),
  })

/** Sticky under the app bar: the viewer must never take the screen for their own. */
const styles = {
  position: 'sticky',
  top: { xs: 56, sm: 60 },
  zIndex: 'appBar',
  mb: 1,
  alignItems: 'center',
  '& .MuiAlert-action': { pt: 0, alignSelf: 'center' },
} as const

export const ViewBanner = ({ me, token }: { me: Me; token: string }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { firstname, lastname, email, role, roleLabel } = me
  const until = String(me.profile.viewedUntil)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    // The server decides: this computer's clock may be wrong. Its 401 ends the view, as with any request.
    const ask = () => {
      timer = setTimeout(ask, RETRY)
      backend.request('users/me').catch(() => undefined)
    }
    timer = setTimeout(ask, Math.max(0, Date.parse(until) - Date.now()))
    return () => clearTimeout(timer)
  }, [until])
  const values = {
    name: `${firstname} ${lastname}`.trim() || email,
    role: roleLabel || translate(`roles.${role}`),
  }
  const back = (
    <Button color="inherit" variant="outlined" size="small" onClick={() => goBack(token)}>
      {translate('viewAs.back')}
    </Button>
  )
  return (
    <Alert
      variant="filled"
      severity="warning"
      component="section"
      role="region"
      aria-label={translate('viewAs.region')}
      action={back}
      sx={styles}
    >
      <strong>{translate('viewAs.banner', values)}</strong>{' '}
      {translate('viewAs.until', { time: formatTime(until, locale) })}
    </Alert>
  )
}

/** Read once for each page load, whatever re-renders the component. */
const ended = takeViewEnded()

/** Notices about viewing as another user: the banner of the view, or the notice that it has expired. */
export const ViewNews = () => {
  const translate = useTranslate()
  const { permissions: me } = usePermissions<Me | null>()
  const [closed, setClosed] = useState(!ended)
  const token = viewToken()
  if (token && me) return <ViewBanner me={me} token={token} />
  return closed ? null : (
    <Alert
      severity="info"
      role="status"
      onClose={() => setClosed(true)}
      closeText={translate('ra.action.close')}
    >
      {translate('viewAs.ended')}
    </Alert>
  )
}
