import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useGetList, useGetOne, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { valueAt } from '~/model/objects'
import type { PanelCompany } from '~/model/record-of'
import { refIn, uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { mayCreate, useActor } from '~/src/admin/rights'

/** The quotas of which each new user takes one: the used and the purchased amount. */
const quotas = [
  { quota: 'users', used: 'users.total', bought: 'users.purchased' },
  { quota: 'maxActive', used: 'users.active', bought: 'users.maxActive' },
] as const

type Shortage = { readonly quota: (typeof quotas)[number]['quota']; readonly left: number }

/** Amounts added to the quotas before the check, such as the purchase being typed. */
type Added = { readonly quota?: unknown; readonly quantity?: unknown }

/** The quotas with fewer seats left than people about to join, and their remaining seats. */
const shortages = (company: PanelCompany, joining: number, added: Added = {}): Shortage[] =>
  quotas
    .map(({ quota, used, bought }) => {
      const more = added.quota === quota ? Number(added.quantity) || 0 : 0
      const left = Number(valueAt(company, bought) ?? 0) + more - Number(valueAt(company, used) ?? 0)
      return { quota, left: Math.max(0, left) }
    })
    .filter(({ left }) => left < joining)

/** The company chosen in the form, and the number of people invited to it who have not joined yet. */
const useChosenCompany = () => {
  const ref = refIn(useWatch({ name: 'company' }))
  const uid = ref ? uidOf(ref) : ''
  const quiet = { enabled: uid !== '', onError: () => undefined }
  const { data: company } = useGetOne('companies', { id: uid }, quiet)
  const { total } = useGetList(
    'users',
    { filter: { company: ref, status: 'pending' }, pagination: { page: 1, perPage: 1 } },
    quiet,
  )
  return { company, waiting: total }
}

type Props = {
  /** People who are about to be invited, in addition to those already invited. */
  readonly more?: number
  readonly added?: Added
  /** Shows root a link to the form that adds seats. */
  readonly purchase?: boolean
}

const Purchase = ({ company }: { company: string }) => (
  <Button
    component={Link}
    to={pathTo('purchases', 'create', `${company}/`) ?? '/'}
    color="inherit"
    size="small"
  >
    {useTranslate()('resources.companies.seatNotice.purchase')}
  </Button>
)

/** Warns that people invited to the chosen company will find no seat, before they encounter error OB5. */
export const SeatNotice = ({ more = 0, added, purchase = false }: Props) => {
  const translate = useTranslate()
  const actor = useActor()
  const { company, waiting } = useChosenCompany()
  if (!company || waiting === undefined) return null
  const joining = Math.max(1, waiting + more)
  const short = shortages(company, joining, added)
  if (short.length === 0) return null
  const buys = mayCreate(resourceOf('purchases'), actor)
  return (
    <Alert
      severity="warning"
      role="status"
      sx={{ mt: 1, mb: 2 }}
      action={purchase && buys ? <Purchase company={String(company.id)} /> : undefined}
    >
      {short.map(({ quota, left }) => (
        <Box key={quota}>
          {translate(`resources.companies.seatNotice.${quota}`, {
            ...{ smart_count: left, joining, company: String(company.name ?? '') },
          })}
        </Box>
      ))}
      <Box>{translate(`resources.companies.seatNotice.${buys ? 'add' : 'ask'}`)}</Box>
    </Alert>
  )
}
