import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SaveContextProvider, useDataProvider, useNavigate, useNotify, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { users } from '~/model/resources/users'
import { draftKey, dropDraft } from '~/src/admin/form/draft'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import { RecordForm } from '~/src/admin/form/record-form'
import { BackButton } from '~/src/admin/paths'
import { mayCreate, useActor, WithActor } from '~/src/admin/rights'
import type { DeliveryStatus } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf } from '~/src/api/contract/records'
import { SeatNotice } from '~/src/features/companies/seat-notice'
import { AccessDenied, PageHeading } from '~/src/ui/page'

const DRAFT = 'invite'
const asked = ['email', 'lang', 'company', 'role', 'groups'] as const

/** The fields of a user that an invitation sets; the invited user enters the others. */
const invitation: Resource = { ...users, form: asked }

/** Sends the invitation, then opens the list of invited users; field errors return to the form. */
const useInvite = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const notify = useNotify()
  const translate = useTranslate()
  const navigate = useNavigate()
  const draft = draftKey(useActor().uid, users.name, DRAFT)
  const { setFailure, saved } = useFormStatus()
  const [saving, setSaving] = useState(false)
  const tellInvited = (status: DeliveryStatus, email: unknown) => {
    const text = `${translate('resources.users.invited', { email })} ${translate(`deliveryStatus.${status}`)}`
    notify(text, {
      type: status === 'sent' ? 'success' : 'warning',
      messageArgs: { _: text },
      // The other texts take longer to read.
      autoHideDuration: status === 'sent' ? 4000 : 12_000,
    })
  }
  const save = async (values: Readonly<Record<string, unknown>>) => {
    setFailure(null)
    setSaving(true)
    try {
      const given = Object.fromEntries(asked.map(key => [key, values[key]]))
      tellInvited(await provider.inviteUser(given, draft), values.email)
    } catch (error) {
      setSaving(false)
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors
    }
    saved.current = true
    dropDraft(draft)
    void queries.invalidateQueries({ queryKey: [users.name] })
    navigate(`${users.paths.list}#invited`)
  }
  return { save, saving }
}

const Invite = () => {
  const translate = useTranslate()
  const { save, saving } = useInvite()
  return (
    <SaveContextProvider value={{ save, saving, mutationMode: 'pessimistic' }}>
      <PageHeading
        resource={users.name}
        title={translate('resources.users.inviteTitle')}
        before={<BackButton resource={users.name} />}
      />
      <RecordForm
        resource={invitation}
        mode="create"
        save="resources.users.invite"
        failed="errors.invitedUser"
        draft={DRAFT}
        notice={<SeatNotice more={1} purchase />}
      />
    </SaveContextProvider>
  )
}

const Allowed = () => (mayCreate(users, useActor()) ? <Invite /> : <AccessDenied />)

/** Invites a user by e-mail; the user chooses the password. */
export const InviteUser = () => (
  <WithActor>
    <FormStateProvider>
      <Allowed />
    </FormStateProvider>
  </WithActor>
)
