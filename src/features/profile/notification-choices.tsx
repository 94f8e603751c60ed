import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { Form, SaveButton, useNotify, useTranslate } from 'react-admin'
import { useLocation } from 'react-router'
import { notificationChoices, notificationWays } from '~/model/notification-kinds'
import { asObject, keysOf } from '~/model/objects'
import { type Role, staffRoles } from '~/model/roles'
import { FormFailure } from '~/src/admin/form/form-failure'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { keepTyped } from '~/src/admin/form/keep-typed'
import { SelectInput } from '~/src/admin/form/select-input'
import { labelKey } from '~/src/admin/labels'
import type { Me } from '~/src/api/backend'
import { Section } from '~/src/ui/section'
import { useOwnUpdate } from './use-own-update'

type Choice = keyof typeof notificationChoices

/** Roles that are told of something; absent: those who work with videos and users. */
const only: { readonly [C in Choice]?: readonly Role[] } = { 'notify.quotaLow': ['admin'] }

const choicesFor = (role: Role) =>
  keysOf(notificationChoices).filter(choice => (only[choice] ?? staffRoles).includes(role))

/** Users from before there was a choice have none stored. */
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
          // Chosen always: a sign that it is required would tell nothing.
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

/** How the user is told, of each kind of thing; e-mails link to this part of the page. */
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
