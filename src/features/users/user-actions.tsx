import ResendIcon from '@mui/icons-material/ForwardToInboxOutlined'
import ResetIcon from '@mui/icons-material/LockResetOutlined'
import { Suspense, useContext, useState } from 'react'
import { ShowContext, useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import { allows, isOutranked } from '~/model/access'
import type { PanelUser } from '~/model/record-of'
import type { ActionsProps } from '~/src/admin/admin-config'
import { useActor } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { laterPart, laterTexts } from '~/src/ui/later-part'

const ViewAs = laterPart(() => import('~/src/features/viewings/view-as').then(file => file.ViewAs))

const UserReach = laterPart(() => import('~/src/features/access/user-reach').then(file => file.UserReach))

const sent = ['email', 'lang', 'company', 'role'] as const

const useResend = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const translate = useTranslate()
  const record = useRecordContext<PanelUser>()
  const toast = useToast()
  const textOf = useFailureText()
  const [running, setRunning] = useState(false)
  const fail = (reason: string) => toast(translate('resources.users.resendFailed', { reason }), 'error')
  const resend = async () => {
    if (running) return
    setRunning(true)
    // Among them is the message about its result. Without them its key is shown: the action must not seem to have failed.
    const texts = laterTexts.load().catch(() => undefined)
    try {
      const status = await provider.inviteUser(Object.fromEntries(sent.map(key => [key, record?.[key]])))
      await texts
      // A delivery problem of the e-mail is stated first.
      const first = status === 'sent' ? '' : `${translate(`deliveryStatus.${status}`)} `
      toast(first + translate('resources.users.resent'), status === 'sent' ? 'success' : 'warning')
    } catch (error) {
      await texts
      fail(textOf(error).text)
    }
    setRunning(false)
  }
  return resend
}

const Resend = ({ Button, refused }: Pick<ActionsProps, 'Button'> & { refused?: string }) => (
  <Button
    label={useTranslate()('resources.users.resend')}
    icon={<ResendIcon fontSize="small" />}
    onClick={useResend()}
    {...(refused && { refused })}
  />
)

const ResetPassword = ({ Button, refused }: Pick<ActionsProps, 'Button'> & { refused?: string }) => (
  <Button
    label={useTranslate()('resources.users.resetPassword')}
    icon={<ResetIcon fontSize="small" />}
    to={`/pw-email?id=${encodeURIComponent(String(useRecordContext<PanelUser>()?.id ?? ''))}`}
    {...(refused && { refused })}
  />
)

/** On the user's own screen, not in rows: it is seldom needed. */
const OnScreen = ({ Button }: Pick<ActionsProps, 'Button'>) => {
  const record = useRecordContext<PanelUser>()
  const shown = useContext(ShowContext)?.record
  return shown?.id === record?.id ? (
    <Suspense>
      <ViewAs Button={Button} />
      <UserReach Button={Button} />
    </Suspense>
  ) : null
}

/** Gives a user access: a password reset, or another invitation if the user is still pending. */
export const UserActions = ({ resource, Button }: ActionsProps) => {
  const translate = useTranslate()
  const actor = useActor()
  const record = useRecordContext<PanelUser>()
  if (!record || record.status === 'deleted' || !allows(resource, 'update', actor, record)) return null
  const refused = isOutranked(resource, actor, record) ? translate('admin.outranked') : undefined
  const Action = record.status === 'pending' ? Resend : ResetPassword
  return (
    <>
      <OnScreen Button={Button} />
      <Action Button={Button} refused={refused} />
    </>
  )
}
