import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { Form, SaveButton, useLocaleState, useTranslate } from 'react-admin'
import { languages } from '~/model/languages'
import { companies } from '~/model/resources/companies'
import { firstPurchases, purchases } from '~/model/resources/purchases'
import { users } from '~/model/resources/users'
import { DraftKeeper } from '~/src/admin/form/draft-keeper'
import { ErrorSummary } from '~/src/admin/form/error-summary'
import { FormFailure } from '~/src/admin/form/form-failure'
import { keepTyped } from '~/src/admin/form/keep-typed'
import { NumberField } from '~/src/admin/form/number-field'
import { SelectInput } from '~/src/admin/form/select-input'
import { TextInput } from '~/src/admin/form/text-input'
import { validatorsFor } from '~/src/admin/form/validators'
import { labelKey } from '~/src/admin/labels'
import { autonymOf } from '~/src/ui/language-files'
import { Section } from '~/src/ui/section'

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

type Props = { readonly onSave: (values: Values) => Promise<unknown>; readonly draft: string }

/** All that a new customer needs, on one page. */
export const CustomerForm = ({ onSave, draft }: Props) => {
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
