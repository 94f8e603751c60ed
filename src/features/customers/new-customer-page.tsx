import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Form, Link, SaveButton, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import { languages } from '~/model/languages'
import { asObject } from '~/model/objects'
import { refOf } from '~/model/refs'
import { companies } from '~/model/resources/companies'
import { firstPurchases, purchases } from '~/model/resources/purchases'
import { users } from '~/model/resources/users'
import { labelKey } from '~/src/admin/admin-config'
import { DraftKeeper, draftKey, dropDraft, keepTyped } from '~/src/admin/form/draft'
import { ErrorSummary } from '~/src/admin/form/error-summary'
import { FormFailure } from '~/src/admin/form/form-failure'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import { NumberField } from '~/src/admin/form/number-field'
import { SelectInput } from '~/src/admin/form/select-input'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { BackButton, pathTo } from '~/src/admin/paths'
import { useActor, WithActor } from '~/src/admin/rights'
import type { DeliveryStatus } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf, objectIn, recordIn } from '~/src/api/contract/records'
import { autonymOf } from '~/src/ui/language-files'
import { AccessDenied, PageHeading, Section } from '~/src/ui/page'
import { useCopy } from '~/src/ui/use-copy'
import { useMayCreateCustomer } from './may-create-customer'

/** `purchases` in seats and minutes. */
type NewCustomer = {
  readonly company: { readonly name: string }
  readonly purchases: Readonly<Record<'users' | 'maxActive' | 'minutes', number>>
  readonly admin: { readonly email: string; readonly lang: string }
}

/** `link` of the invitation; null if the same request had created the customer before, or the identity provider knows it. */
type MadeCustomer = {
  readonly company: { readonly uid: string; readonly name: string }
  readonly user: { readonly uid: string; readonly email: string }
  readonly link: string | null
  readonly mailed?: DeliveryStatus
}

type Calls = Pick<PanelDataProvider, 'request' | 'inviteUser' | 'invitesByProvider'>

/**
 * Creates company, first purchases and invitation in one request. Field errors are named as in `NewCustomer`:
 * `admin.email`. If the identity provider sends invitations, the invitation is then repeated through it; so it is if a
 * first attempt ended in between.
 */
const createCustomer = async (calls: Calls, json: NewCustomer, attempt: string): Promise<MadeCustomer> => {
  const made = await calls.request<MadeCustomer>('/customers', { method: 'POST', json, attempt })
  const { uid, name } = recordIn('companies', objectIn(made).company)
  if (!calls.invitesByProvider) return made
  const company = { ref: refOf('companies', String(uid)), label: name }
  return { ...made, mailed: await calls.inviteUser({ ...json.admin, role: 'admin', company }) }
}

type Values = Readonly<Record<string, unknown>>

const CUSTOMER = 'customers'
const sources = [
  'company.name',
  'purchases.users',
  'purchases.maxActive',
  'purchases.minutes',
  'admin.email',
  'admin.lang',
] as const
const label = (path: (typeof sources)[number]) => labelKey(CUSTOMER, path)

const Purchases = () =>
  (['users', 'maxActive', 'minutes'] as const).map(type => (
    <NumberField
      key={type}
      source={`purchases.${type}`}
      label={label(`purchases.${type}`)}
      validate={validatorsFor({ ...purchases.fields.quantity, min: firstPurchases[type] }, true)}
      min={firstPurchases[type]}
      isWhole
      fullWidth
    />
  ))

const Administrator = () => (
  <>
    <TextInput
      source="admin.email"
      label={label('admin.email')}
      type="email"
      autoComplete="off"
      validate={validatorsFor(users.fields.email, true)}
      fullWidth
    />
    <SelectInput
      source="admin.lang"
      label={label('admin.lang')}
      choices={languages.map(id => ({ id, name: autonymOf(id) }))}
      translateChoice={false}
      validate={validatorsFor(users.fields.lang, true)}
      fullWidth
    />
  </>
)

type CustomerFormProps = { readonly onSave: (values: Values) => Promise<unknown>; readonly draft: string }

/** The form of a new customer, on one page. */
export const CustomerForm = ({ onSave, draft }: CustomerFormProps) => {
  const translate = useTranslate()
  const [lang] = useLocaleState()
  return (
    <Form
      defaultValues={{ purchases: firstPurchases, admin: { lang } }}
      resetOptions={keepTyped}
      onSubmit={onSave}
      disableInvalidFormNotification
      warnWhenUnsavedChanges
      noValidate
    >
      <DraftKeeper stored={['company', 'purchases', 'admin']} storageKey={draft} />
      <FormFailure resource={CUSTOMER} paths={sources} />
      <ErrorSummary resource={CUSTOMER} order={sources} />
      <Stack sx={{ gap: 3, maxWidth: 720, alignItems: 'stretch' }}>
        <Section title={translate('customers.company')}>
          <TextInput
            source="company.name"
            label={label('company.name')}
            validate={validatorsFor(companies.fields.name, true)}
            autoComplete="off"
            fullWidth
          />
        </Section>
        <Section title={translate('customers.purchases')}>
          <Purchases />
        </Section>
        <Section title={translate('customers.admin')}>
          <Administrator />
        </Section>
        <Box>
          <SaveButton label="customers.save" icon={null} alwaysEnable />
        </Box>
      </Stack>
    </Form>
  )
}

type CustomerResultProps = { readonly made: MadeCustomer; readonly onAnother: () => void }

const Invitation = ({ link }: { link: string }) => {
  const translate = useTranslate()
  const copy = useCopy()
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 1, alignItems: { sm: 'center' } }}>
      <TextField
        label={translate('customers.link')}
        value={link}
        size="small"
        fullWidth
        slotProps={{ htmlInput: { readOnly: true } }}
      />
      <Button variant="outlined" onClick={() => void copy(link)} sx={{ flexShrink: 0 }}>
        {translate('admin.copy.do')}
      </Button>
    </Stack>
  )
}

/** The created company, the delivery status of the invitation, and its link. Takes the focus, so that it is read out. */
const CustomerResult = ({ made: { company, user, link, mailed }, onAnother }: CustomerResultProps) => {
  const translate = useTranslate()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <Stack sx={{ gap: 2, maxWidth: 720 }}>
      <Alert severity="success" role="status" ref={place} tabIndex={-1}>
        {translate('customers.made', { name: company.name, email: user.email })}{' '}
        {mailed && translate(`deliveryStatus.${mailed}`)}
      </Alert>
      {link && <Invitation link={link} />}
      {!link && !mailed && <Typography>{translate('customers.madeBefore')}</Typography>}
      {link && <Typography color="text.secondary">{translate('customers.linkText')}</Typography>}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button
          component={Link}
          to={pathTo('companies', 'show', company.uid) ?? '/company'}
          variant="contained"
        >
          {translate('customers.open')}
        </Button>
        <Button onClick={onAnother}>{translate('customers.another')}</Button>
      </Stack>
    </Stack>
  )
}

/** `{'admin.email': …}` → `{admin: {email: …}}`: the form's inputs are nested. */
const nested = (errors: Readonly<Record<string, string>>) => {
  const groups: Record<string, Record<string, string>> = {}
  for (const [path, error] of Object.entries(errors)) {
    const [group = '', ...rest] = path.split('.')
    groups[group] = { ...groups[group], [rest.join('.')]: error }
  }
  return groups
}

const readValues = (values: Readonly<Record<string, unknown>>): NewCustomer => {
  const [company, bought, admin] = [values.company, values.purchases, values.admin].map(asObject)
  return {
    company: { name: String(company?.name) },
    purchases: {
      users: Number(bought?.users),
      maxActive: Number(bought?.maxActive),
      minutes: Number(bought?.minutes),
    },
    admin: { email: String(admin?.email), lang: String(admin?.lang) },
  }
}

const Customer = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const translate = useTranslate()
  const { setFailure, saved } = useFormStatus()
  const draft = draftKey(useActor().uid, 'customers', 'create')
  const [made, setMade] = useState<MadeCustomer | null>(null)
  const save = async (values: Readonly<Record<string, unknown>>) => {
    setFailure(null)
    try {
      const customer = await createCustomer(provider, readValues(values), draft)
      saved.current = true
      dropDraft(draft)
      setMade(customer)
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors && nested(errors)
    }
    for (const name of ['companies', 'users', 'values']) void queries.invalidateQueries({ queryKey: [name] })
    return undefined
  }
  const another = () => {
    saved.current = false
    setMade(null)
  }
  return (
    <>
      <PageHeading
        resource={companies.name}
        title={translate('resources.companies.newCustomer')}
        before={<BackButton resource={companies.name} />}
      />
      {made ? (
        <CustomerResult made={made} onAnother={another} />
      ) : (
        <CustomerForm onSave={save} draft={draft} />
      )}
    </>
  )
}

const Allowed = () => (useMayCreateCustomer() ? <Customer /> : <AccessDenied />)

/** A new customer: company, first purchases and the invitation of its administrator in one form. */
export const NewCustomerPage = () => (
  <WithActor>
    <FormStateProvider>
      <Allowed />
    </FormStateProvider>
  </WithActor>
)
