import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider, useTranslate } from 'react-admin'
import { asObject } from '~/model/objects'
import { companies } from '~/model/resources/companies'
import { useActor, WithActor } from '~/src/admin/actor'
import { BackButton } from '~/src/admin/back-button'
import { draftKey, dropDraft } from '~/src/admin/form/draft'
import { FormStateProvider, useFormStatus } from '~/src/admin/form/form-state'
import { failureOf } from '~/src/api/contract/failures'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { AccessDenied } from '~/src/ui/access-denied'
import { PageHeading } from '~/src/ui/page-heading'
import { createCustomer, type MadeCustomer, type NewCustomer } from './customer-calls'
import { CustomerForm } from './customer-form'
import { CustomerResult } from './customer-result'
import { useMayCreateCustomer } from './may-create-customer'

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
  const { request } = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const translate = useTranslate()
  const { setFailure, saved } = useFormStatus()
  const draft = draftKey(useActor().uid, 'customers', 'create')
  const [made, setMade] = useState<MadeCustomer | null>(null)
  const save = async (values: Readonly<Record<string, unknown>>) => {
    setFailure(null)
    try {
      const customer = await createCustomer(request, readValues(values), draft)
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
