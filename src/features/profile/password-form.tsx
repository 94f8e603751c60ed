import { useState } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { users } from '~/model/resources/users'
import { FormFailure } from '~/src/admin/form/form-failure'
import { PasswordInput } from '~/src/admin/form/password-input'
import { PasswordPairInput } from '~/src/admin/form/password-pair-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { Section } from '~/src/ui/section'
import { useOwnUpdate } from './use-own-update'

const rules = validatorsFor(users.fields.password, true)

/** Changes the user's own password: the current one first, then the new one twice. */
export const PasswordForm = ({ uid }: { uid: string }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const update = useOwnUpdate()
  const [times, setTimes] = useState(0)
  const save = ({ password, oldPassword }: Record<string, unknown>) =>
    update({
      change: provider => provider.changePassword(String(oldPassword), String(password)),
      onSaved: () => {
        notify('profile.passwordChanged', { type: 'success' })
        setTimes(times + 1)
      },
    })
  return (
    <Section title={translate('profile.password')}>
      <Form key={times} record={{ id: uid }} onSubmit={save} disableInvalidFormNotification noValidate>
        <FormFailure resource="users" paths={['password']} />
        <PasswordInput
          source="oldPassword"
          label="profile.oldPassword"
          autoComplete="current-password"
          validate={rules.slice(0, 1)}
          helperText={false}
          fullWidth
        />
        <PasswordPairInput source="password" label="profile.newPassword" validate={rules} />
        <SaveButton label="profile.changePassword" icon={null} />
      </Form>
    </Section>
  )
}
