import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type Identifier, LinkBase, useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import { fromKeys } from '~/model/objects'
import { resolveRef } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { mayList, useActor } from '~/src/admin/rights'
import type { Backend } from '~/src/api/backend'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { objectIn, recordPath } from '~/src/api/contract/records'
import { useFailureText } from '~/src/ui/failure-text'
import { Section } from '~/src/ui/page'

/** The parties related to a company, apart from its own users. */
const parties = ['extras', 'managedCompanies', 'guestGroups'] as const

const linksIn = (value: unknown): readonly Link[] => (Array.isArray(value) ? value : [])

const readStakeholders = async (request: Backend['request'], company: Identifier) => {
  const answer = objectIn(await request(`${recordPath('companies', company)}/stakeholders/enhanced`))
  return fromKeys(parties, name => linksIn(answer[name]))
}

/** Only root can open the individual users of another company. */
const useAddress = () => {
  const actor = useActor()
  return (ref: string) => {
    const named = resolveRef(ref)
    if (!named || !mayList(named.resource, actor)) return undefined
    if (named.resource.name === 'users' && actor.role !== 'root') return undefined
    const id = named.parentUid === undefined ? named.uid : `${named.parentUid}/${named.uid}`
    return pathTo(named.resource.name, named.resource.paths.show ? 'show' : 'edit', id)
  }
}

const Party = ({ ref, label }: Link) => {
  const to = useAddress()(ref)
  const shared = { size: 'small', variant: 'outlined', label: label || ref } as const
  return to ? <Chip {...shared} clickable component={LinkBase} to={to} /> : <Chip {...shared} />
}

const Parties = ({ name, links }: { name: string; links: readonly Link[] | undefined }) => {
  const translate = useTranslate()
  const text = (key: string) => translate(`resources.companies.stakeholders.${key}`)
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography component="dt" variant="body2" sx={{ color: 'text.secondary', mb: 0.75 }}>
        {text(name)}
      </Typography>
      <Box component="dd" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
        {links === undefined && <Skeleton variant="rounded" width={140} height={24} />}
        {links?.map(link => (
          <Party key={link.ref} {...link} />
        ))}
        {links?.length === 0 && <Typography sx={{ color: 'text.secondary' }}>{text('none')}</Typography>}
      </Box>
    </Box>
  )
}

const columns = { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' }

/** The parties related to the company in context, apart from its own users. */
export const Stakeholders = () => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const { request } = useDataProvider<PanelDataProvider>()
  const id = useRecordContext()?.id ?? ''
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['companies', 'stakeholders', id],
    queryFn: () => readStakeholders(request, id),
    networkMode: 'always',
    retry: false,
  })
  const again = (
    <Button color="inherit" size="small" onClick={() => refetch()}>
      {translate('admin.retry')}
    </Button>
  )
  return (
    <Box aria-busy={isPending}>
      <Section title={translate('resources.companies.stakeholders.title')}>
        {error ? (
          <Alert severity="error" action={again}>
            {textOf(error).text}
          </Alert>
        ) : (
          <Box component="dl" sx={{ display: 'grid', gap: 3, gridTemplateColumns: columns, m: 0 }}>
            {parties.map(name => (
              <Parties key={name} name={name} links={data?.[name]} />
            ))}
          </Box>
        )}
      </Section>
    </Box>
  )
}
