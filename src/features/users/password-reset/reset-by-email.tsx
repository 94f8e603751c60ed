import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import {
  Form,
  email as isEmail,
  SaveButton,
  useDataProvider,
  useGetOne,
  useNavigate,
  useTranslate,
} from 'react-admin'
import { useLocation } from 'react-router'
import { labelOf } from '~/model/access'
import { users } from '~/model/resources/users'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { BackButton } from '~/src/admin/paths'
import { mayChange, useActor, WithActor } from '~/src/admin/rights'
import { LoadFailure } from '~/src/admin/show/load-failure'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { AccessDenied, ListSkeleton, PageHeading } from '~/src/ui/page'

type Row = Readonly<Record<string, unknown>>

/** Sends the e-mail and returns to the users; on failure, shows the reason and stays. */
const useSending = (address: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  const translate = useTranslate()
  const navigate = useNavigate()
  const toast = useToast()
  const textOf = useFailureText()
  return async () => {
    try {
      const status = await provider.requestPasswordReset(address)
      const sent = translate('passwordReset.sent', { email: address })
      // A delivery problem is stated before the specified sentence.
      if (status === 'sent') toast(sent, 'success')
      else toast(`${translate(`deliveryStatus.${status}`)} ${sent}`, 'warning')
      navigate(users.paths.list)
    } catch (error) {
      toast(translate('passwordReset.failed', { email: address, reason: textOf(error).text }), 'error')
    }
  }
}

const Confirmation = ({ user }: { user: Row }) => {
  const translate = useTranslate()
  const address = String(user.email)
  const send = useSending(address)
  const [sending, setSending] = useState(false)
  const same = (value: unknown) =>
    String(value ?? '')
      .trim()
      .toLowerCase() === address
      ? undefined
      : 'passwordReset.other'
  const submit = async () => {
    setSending(true)
    await send()
    setSending(false)
  }
  return (
    <Card variant="outlined" sx={{ p: { xs: 2, sm: 3 }, maxWidth: 560 }}>
      <Typography sx={{ mb: 2 }}>{translate('passwordReset.text', { email: address })}</Typography>
      <Form onSubmit={submit} noValidate disableInvalidFormNotification>
        <TextInput
          source="email"
          type="email"
          label="passwordReset.confirm"
          autoComplete="off"
          validate={[...validatorsFor(users.fields.email, true), isEmail(), same]}
          fullWidth
        />
        <SaveButton label="passwordReset.send" icon={null} disabled={sending} alwaysEnable={!sending} />
      </Form>
    </Card>
  )
}

const Screen = ({ id }: { id: string }) => {
  const translate = useTranslate()
  const actor = useActor()
  const { data, error, isPending, refetch } = useGetOne<Row & { id: string }>(
    'users',
    { id },
    { onError: () => undefined, retry: false },
  )
  if (error && !data) return <LoadFailure resource="users" error={error} onRetry={refetch} />
  if (isPending || !data) return <ListSkeleton />
  if (!mayChange(users, actor, data)) return <AccessDenied />
  const title = translate('passwordReset.title', { name: labelOf(users, data) })
  return (
    <>
      <PageHeading resource="users" title={title} before={<BackButton resource="users" />} />
      <Confirmation user={data} />
    </>
  )
}

/** Resets another user's password, confirmed by typing their address: `/pw-email?id=<uid>`. */
export const ResetByEmail = () => {
  const id = new URLSearchParams(useLocation().search).get('id') ?? ''
  return (
    <WithActor>
      <Screen key={id} id={id} />
    </WithActor>
  )
}
