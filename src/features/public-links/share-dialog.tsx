import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import {
  Form,
  type RaRecord,
  SaveButton,
  TextArrayInput,
  useDataProvider,
  useInput,
  useRefresh,
  useTranslate,
} from 'react-admin'
import { asObject, textIn } from '~/model/objects'
import { embedCode, linkDays, watchPath } from '~/model/public-links'
import type { PanelVecto } from '~/model/record-of'
import { refOfRecord } from '~/model/refs'
import { publicLinks } from '~/model/resources/public-links'
import { vectos } from '~/model/resources/vectos'
import { labelKey } from '~/src/admin/admin-config'
import { readTags } from '~/src/admin/form/field-input'
import { PasswordInput } from '~/src/admin/form/password-input'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf } from '~/src/api/contract/records'
import { DayInput } from '~/src/ui/day-input'
import { useFailureText } from '~/src/ui/failure-text'
import { twoDigits } from '~/src/ui/format'
import { useCopy } from '~/src/ui/use-copy'

const DAY = 86_400_000

type Values = Readonly<Record<string, unknown>>

/** A day of this browser's time zone, such as `2026-07-03`. */
const localDay = (date: Date) =>
  `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`

/** The last moment of a day, where its maker is. */
const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString()

/** The link at the address of this panel: the server may know another name of it. */
const addressHere = (url: string) => `${location.origin}${watchPath(url.split('/').at(-1) ?? '')}`

type Made = { readonly url: string; readonly domains: readonly string[]; readonly hasPassword: boolean }

const useCreation = (record: PanelVecto) => {
  const { request } = useDataProvider<PanelDataProvider>()
  const refresh = useRefresh()
  const [attempt] = useState(() => crypto.randomUUID())
  const [made, setMade] = useState<Made>()
  const [failure, setFailure] = useState<unknown>(null)
  const create = async ({ name, day, password, domains }: Values) => {
    setFailure(null)
    const json = {
      name,
      expiresAt: endOf(String(day)),
      ...(password ? { password } : {}),
      domains: readTags(domains),
    }
    try {
      const path = `/${refOfRecord(vectos, asObject(record))}/public_links`
      const answer = asObject(await request(path, { method: 'POST', json, attempt }))
      setMade({
        url: addressHere(textIn(answer, 'url') ?? ''),
        domains: readTags(answer.domains),
        hasPassword: answer.hasPassword === true,
      })
      refresh()
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      // The day is the form's own field.
      const { expiresAt, ...others } = errors ?? {}
      return errors && { ...others, ...(expiresAt && { day: expiresAt }) }
    }
    return undefined
  }
  return { made, failure, create }
}

const EndInput = () => {
  const translate = useTranslate()
  const { field, fieldState } = useInput({
    source: 'day',
    validate: (day: unknown) => (day ? undefined : 'publicLinks.endMissing'),
  })
  const { message } = fieldState.error ?? {}
  return (
    <Stack sx={{ my: 1 }}>
      <DayInput
        label={translate('publicLinks.end')}
        value={String(field.value ?? '')}
        error={fieldState.invalid}
        onChange={field.onChange}
      />
      <Typography
        variant="caption"
        role={message ? 'alert' : undefined}
        sx={{ mx: 1.75, mt: 0.5, color: message ? 'error.main' : 'text.secondary' }}
      >
        {translate(message?.replace(/^@@react-admin@@"?|"$/g, '') ?? 'publicLinks.endHelp')}
      </Typography>
    </Stack>
  )
}

const { fields } = publicLinks
const label = (path: string) => labelKey(publicLinks.name, path)

const Inputs = () => (
  <>
    <TextInput
      source="name"
      label={label('name')}
      validate={validatorsFor(fields.name, true)}
      helperText="publicLinks.nameHelp"
      fullWidth
      autoFocus
    />
    <EndInput />
    <PasswordInput
      source="password"
      label={label('password')}
      validate={validatorsFor(fields.password, false)}
      helperText="publicLinks.passwordHelp"
      autoComplete="new-password"
      fullWidth
    />
    <TextArrayInput
      source="domains"
      label={label('domains')}
      parse={readTags}
      helperText="publicLinks.domainsHelp"
      fullWidth
    />
  </>
)

const Copied = ({ text, title, action }: { text: string; title: string; action: string }) => {
  const copy = useCopy()
  return (
    <Stack sx={{ gap: 1, alignItems: 'start', mt: 2 }}>
      <TextField
        fullWidth
        multiline
        maxRows={5}
        label={title}
        value={text}
        slotProps={{ htmlInput: { readOnly: true, spellCheck: false, style: { fontFamily: 'monospace' } } }}
        onFocus={event => event.target.select()}
      />
      <Button variant="outlined" onClick={() => void copy(text)}>
        {action}
      </Button>
    </Stack>
  )
}

const Created = ({ made, name }: { made: Made; name: string }) => {
  const translate = useTranslate()
  return (
    <>
      <Alert severity="warning">{translate('publicLinks.once')}</Alert>
      <Copied
        text={made.url}
        title={translate('publicLinks.link')}
        action={translate('publicLinks.copyLink')}
      />
      {made.hasPassword && (
        <Typography variant="body2" sx={{ mt: 1.5 }}>
          {translate('publicLinks.needsPassword')}
        </Typography>
      )}
      {made.domains.length > 0 ? (
        <Copied
          text={embedCode(made.url, name)}
          title={translate('publicLinks.embed')}
          action={translate('publicLinks.copyEmbed')}
        />
      ) : (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {translate('publicLinks.notEmbedded')}
        </Typography>
      )}
    </>
  )
}

type Props = { readonly record: PanelVecto & RaRecord; readonly onClose: () => void }

/** Creates a public link of a 3D video, and shows it once. Only its button closes it then, so that a stray click does not lose it. */
export const ShareDialog = ({ record, onClose }: Props) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const titleId = useId()
  const name = String(record.name ?? '')
  const { made, failure, create } = useCreation(record)
  const [day] = useState(() => localDay(new Date(Date.now() + linkDays.usual * DAY)))
  if (made)
    return (
      <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{translate('publicLinks.created')}</DialogTitle>
        <DialogContent>
          <Created made={made} name={name} />
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={onClose} autoFocus>
            {translate('publicLinks.close')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <Form
        onSubmit={create}
        defaultValues={{ day, domains: [] }}
        sanitizeEmptyValues={false}
        noValidate
        disableInvalidFormNotification
      >
        <DialogTitle id={titleId}>{translate('publicLinks.title', { name })}</DialogTitle>
        <DialogContent>
          {failure !== null && (
            <Alert severity="error" role="alert" sx={{ mb: 2 }}>
              {textOf(failure).text}
            </Alert>
          )}
          <Typography sx={{ mb: 2 }}>{translate('publicLinks.about')}</Typography>
          <Inputs />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            {translate('ra.action.cancel')}
          </Button>
          <SaveButton label="publicLinks.create" icon={null} alwaysEnable />
        </DialogActions>
      </Form>
    </Dialog>
  )
}
