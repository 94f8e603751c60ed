import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId, useState } from 'react'
import { EditBase, Link, useEditContext, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { useOwnCompany, WithActor } from '~/src/admin/actor'
import { useAdminConfig } from '~/src/admin/admin-config'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { RecordForm } from '~/src/admin/form/record-form'
import { useSaving } from '~/src/admin/form/saving'
import { pathTo } from '~/src/admin/paths'
import { LoadFailure } from '~/src/admin/show/load-failure'
import { RelatedList } from '~/src/admin/show/related-list'
import { AccountsAbove } from '~/src/features/companies/accounts-above'
import { AccessDenied } from '~/src/ui/access-denied'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { PageHeading } from '~/src/ui/page-heading'
import { Counters } from './counters'

const companies = resourceOf('companies')

type PartProps = { readonly title: string; readonly action?: ReactNode; readonly children: ReactNode }

const Part = ({ title, action, children }: PartProps) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1.5 }}>
        <Typography id={id} component="h2" variant="h6" sx={{ flexGrow: 1 }}>
          {title}
        </Typography>
        {action}
      </Stack>
      {children}
    </Box>
  )
}

const CreateGroup = ({ company }: { company: unknown }) => {
  const translate = useTranslate()
  const path = pathTo('groups', 'create', `${company}/`) ?? ''
  return (
    <Button component={Link} to={path} variant="contained" startIcon={<AddIcon />}>
      {translate('resources.groups.createTitle')}
    </Button>
  )
}

const Loaded = () => {
  const translate = useTranslate()
  const { showsAccountsAbove } = useAdminConfig()
  const { record, error, isPending, refetch } = useEditContext()
  if (error && !record) return <LoadFailure resource="companies" error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  return (
    <>
      <PageHeading resource="companies" title={labelOf(companies, record)} />
      <Stack sx={{ gap: 4 }}>
        <Counters />
        <Part title={translate('resources.companies.tabs.details')}>
          <RecordForm resource={companies} mode="update" cancel="/home" />
        </Part>
        <Part
          title={translate('resources.groups.name', { smart_count: 2 })}
          action={<CreateGroup company={record.id} />}
        >
          <RelatedList resource={companies} list="groups" by="company" />
        </Part>
        {showsAccountsAbove && <AccountsAbove company={String(record.id)} />}
      </Stack>
    </>
  )
}

const Company = ({ id, onSaved }: { id: string; onSaved: () => void }) => {
  const mutationOptions = useSaving(companies, 'update', id, onSaved)
  return (
    <EditBase
      resource="companies"
      id={id}
      mutationMode="pessimistic"
      redirect={false}
      disableAuthentication
      mutationOptions={mutationOptions}
      queryOptions={{ meta: mutationOptions.meta, onError: () => undefined }}
    >
      <Loaded />
    </EditBase>
  )
}

const Own = () => {
  const company = useOwnCompany()
  const [times, setTimes] = useState(0)
  if (!company) return <AccessDenied />
  return (
    // A new form after each save: it starts from the saved values.
    <FormStateProvider key={times}>
      <Company id={uidOf(company.ref)} onSaved={() => setTimes(times + 1)} />
    </FormStateProvider>
  )
}

/** An administrator's own company: its usage, its editable fields, and its groups. */
export const MyCompany = () => (
  <WithActor>
    <Own />
  </WithActor>
)
