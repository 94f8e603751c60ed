import { Form, SaveButton, useNotify, useSetLocale, useTranslate } from 'react-admin'
import { languages } from '~/model/languages'
import { users } from '~/model/resources/users'
import { draftKey, dropDraft } from '~/src/admin/form/draft'
import { DraftKeeper } from '~/src/admin/form/draft-keeper'
import { ErrorSummary } from '~/src/admin/form/error-summary'
import { FormFailure } from '~/src/admin/form/form-failure'
import { useFormStatus } from '~/src/admin/form/form-state'
import { keepTyped } from '~/src/admin/form/keep-typed'
import { SelectInput } from '~/src/admin/form/select-input'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { labelKey } from '~/src/admin/labels'
import type { Me } from '~/src/api/backend'
import { autonymOf } from '~/src/ui/language-files'
import { Section } from '~/src/ui/section'
import { useOwnUpdate } from './use-own-update'

const editable = ['firstname', 'lastname', 'lang'] as const

const Inputs = ({ email }: { email: string }) => (
  <>
    {(['firstname', 'lastname'] as const).map(path => (
      <TextInput
        key={path}
        source={path}
        label={labelKey('users', path)}
        validate={validatorsFor(users.fields[path], true)}
        fullWidth
      />
    ))}
    <TextInput
      source="email"
      label={labelKey('users', 'email')}
      defaultValue={email}
      readOnly
      disabled
      helperText="profile.emailLocked"
      fullWidth
    />
    <SelectInput
      source="lang"
      label={labelKey('users', 'lang')}
      choices={languages.map(id => ({ id, name: autonymOf(id) }))}
      translateChoice={false}
      validate={validatorsFor(users.fields.lang, true)}
      fullWidth
    />
  </>
)

/** The user's names and language; another language changes the interface at once. */
export const IdentityForm = ({ me }: { me: Me }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const setLocale = useSetLocale()
  const update = useOwnUpdate()
  const { saved } = useFormStatus()
  const { uid, firstname, lastname, email, lang } = me
  const draft = draftKey(uid, 'users', 'identity')
  const save = (values: Record<string, unknown>) => {
    const data = Object.fromEntries(editable.map(key => [key, values[key]]))
    return update({
      change: provider => provider.update('users', { id: uid, data, previousData: { id: uid } }),
      onSaved: async () => {
        saved.current = true
        dropDraft(draft)
        await setLocale(String(data.lang))
        notify('profile.saved', { type: 'success' })
      },
    })
  }
  return (
    <Section title={translate('profile.identity')}>
      <Form
        record={{ id: uid, firstname, lastname, email, lang }}
        resetOptions={keepTyped}
        onSubmit={save}
        disableInvalidFormNotification
        noValidate
      >
        {!me.profile.viewedUntil && <DraftKeeper stored={editable} storageKey={draft} />}
        <FormFailure resource="users" paths={editable} />
        <ErrorSummary resource="users" order={editable} />
        <Inputs email={email} />
        {!me.profile.viewedUntil && <SaveButton alwaysEnable />}
      </Form>
    </Section>
  )
}
