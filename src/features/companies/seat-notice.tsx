import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Link, useTranslate } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { mayCreate } from '~/src/admin/rights'
import { type Added, shortages, useChosenCompany } from './seats'

type Props = {
  /** People who are about to be invited, beside those who are. */
  readonly more?: number
  readonly added?: Added
  /** Offers root the form that adds seats. */
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

/** Warns that people who are invited to the chosen company will find no seat, before they meet error OB5. */
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
