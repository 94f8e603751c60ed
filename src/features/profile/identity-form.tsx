import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Form, SaveButton, useDataProvider, useNotify, useSetLocale, useTranslate } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { useLocation } from 'react-router'
import { type Role, staffRoles } from '~/model/grants'
import { languages } from '~/model/languages'
import { notificationChoices, notificationWays } from '~/model/notification-kinds'
import { asObject, keysOf } from '~/model/objects'
import { users } from '~/model/resources/users'
import { labelKey } from '~/src/admin/admin-config'
import { DraftKeeper, draftKey, dropDraft, keepTyped } from '~/src/admin/form/draft'
import { ErrorSummary } from '~/src/admin/form/error-summary'
import { FormFailure } from '~/src/admin/form/form-failure'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import { PasswordInput } from '~/src/admin/form/password-input'
import { PasswordPairInput } from '~/src/admin/form/password-pair-input'
import { PictureInput } from '~/src/admin/form/picture-input'
import { SelectInput } from '~/src/admin/form/select-input'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import type { Me } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf } from '~/src/api/contract/records'
import { refreshCurrentUser } from '~/src/api/current-user'
import { autonymOf } from '~/src/ui/language-files'
import { Section } from '~/src/ui/page'

type Change = {
  readonly change: (provider: PanelDataProvider) => Promise<unknown>
  readonly onSaved: () => void | Promise<void>
}

/** Updates the user's own record; field errors return to the form. */
const useOwnUpdate = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const { setFailure } = useFormStatus()
  return async ({ change, onSaved }: Change) => {
    setFailure(null)
    try {
      await change(provider)
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors
    }
    await refreshCurrentUser()
    await queries.invalidateQueries({ queryKey: ['auth'] })
    await queries.invalidateQueries({ queryKey: ['users'] })
    await onSaved()
  }
}

type Choice = keyof typeof notificationChoices

/** Roles that receive a kind of notification; absent: those who work with videos and users. */
const only: { readonly [C in Choice]?: readonly Role[] } = { 'notify.quotaLow': ['admin'] }

const choicesFor = (role: Role) =>
  keysOf(notificationChoices).filter(choice => (only[choice] ?? staffRoles).includes(role))

/** Users created before this setting existed have no stored choice. */
const chosenBy = ({ profile }: Me) => {
  const stored = asObject(profile.notify)
  return Object.fromEntries(
    keysOf(notificationChoices).map(choice => {
      const kind = choice.replace('notify.', '')
      return [kind, stored[kind] ?? notificationChoices[choice].default]
    }),
  )
}

const Choices = ({ me, choices }: { me: Me; choices: readonly Choice[] }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const update = useOwnUpdate()
  const save = (values: Record<string, unknown>) =>
    update({
      change: provider =>
        provider.update('users', {
          id: me.uid,
          data: { notify: values.notify },
          previousData: { id: me.uid },
        }),
      onSaved: () => notify('app.notifications.choices.saved', { type: 'success' }),
    })
  return (
    <Form record={{ id: me.uid, notify: chosenBy(me) }} resetOptions={keepTyped} onSubmit={save} noValidate>
      <FormFailure resource="users" paths={choices} />
      {choices.map(choice => (
        <SelectInput
          key={choice}
          source={choice}
          // A value is always chosen: a mark of required fields would carry no information.
          label={<span>{translate(labelKey('users', choice))}</span>}
          choices={notificationWays.map(id => ({ id, name: `resources.users.choices.${choice}.${id}` }))}
          isRequired
          fullWidth
        />
      ))}
      <SaveButton alwaysEnable />
    </Form>
  )
}

/** The notification settings, for each kind; e-mails link to this part of the page. */
export const NotificationChoices = ({ me }: { me: Me }) => {
  const translate = useTranslate()
  const part = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#notifications') part.current?.scrollIntoView()
  }, [hash])
  const choices = choicesFor(me.role)
  return (
    <Box ref={part} id="notifications">
      <Section title={translate('app.notifications.choices.title')}>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>
          {translate('app.notifications.choices.text')}
        </Typography>
        {me.profile.notifications === false && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('app.notifications.choices.mailOff')}
          </Alert>
        )}
        {choices.length > 0 && (
          <FormStateProvider>
            <Choices me={me} choices={choices} />
          </FormStateProvider>
        )}
      </Section>
    </Box>
  )
}

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

const editable = ['picture', 'firstname', 'lastname', 'lang'] as const

type PictureProps = { readonly address: unknown; readonly saves: number }

/** The picture; after a save, it starts from the stored one, whose upload is used up. */
const Picture = ({ address, saves }: PictureProps) => {
  const { resetField } = useFormContext()
  const stored = useRef(address)
  stored.current = address
  useEffect(() => {
    if (saves > 0) resetField('picture', { defaultValue: stored.current ?? null })
  }, [saves, resetField])
  return <PictureInput key={saves} source="picture" label={labelKey('users', 'picture')} resource={users} />
}

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

/** The user's names and language; another language applies to the interface immediately. */
export const IdentityForm = ({ me }: { me: Me }) => {
  const translate = useTranslate()
  const notify = useNotify()
  const setLocale = useSetLocale()
  const update = useOwnUpdate()
  const { saved, uploading } = useFormStatus()
  const [saves, setSaves] = useState(0)
  const picture = me.profile.picture ?? null
  const { uid, firstname, lastname, email, lang } = me
  const draft = draftKey(uid, 'users', 'identity')
  const save = (values: Record<string, unknown>) => {
    const data = Object.fromEntries(editable.map(key => [key, values[key]]))
    return update({
      change: provider => provider.update('users', { id: uid, data, previousData: { id: uid, picture } }),
      onSaved: async () => {
        saved.current = true
        dropDraft(draft)
        await setLocale(String(data.lang))
        setSaves(times => times + 1)
        notify('profile.saved', { type: 'success' })
      },
    })
  }
  return (
    <Section title={translate('profile.identity')}>
      <Form
        record={{ id: uid, picture, firstname, lastname, email, lang }}
        resetOptions={keepTyped}
        onSubmit={save}
        disableInvalidFormNotification
        noValidate
      >
        {!me.profile.viewedUntil && <DraftKeeper stored={editable} storageKey={draft} />}
        <FormFailure resource="users" paths={editable} />
        <ErrorSummary resource="users" order={editable} />
        <Picture address={picture} saves={saves} />
        <Inputs email={email} />
        {!me.profile.viewedUntil && <SaveButton alwaysEnable={!uploading} disabled={uploading} />}
      </Form>
    </Section>
  )
}
