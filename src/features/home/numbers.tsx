import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useDataProvider, useGetList, useLocaleState, useTranslate } from 'react-admin'
import { mustChooseCompany } from '~/model/access'
import { type Filters, inCompany, tabOf } from '~/model/lists/list-address'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { begun } from '~/model/resources/videos'
import { useOffer } from '~/src/admin/admin-config'
import { listLink } from '~/src/admin/list/list-link'
import { pathTo } from '~/src/admin/paths'
import { mayChooseCompany, mayCreate, useActor, useChosenCompany, useOwnCompany } from '~/src/admin/rights'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { objectIn } from '~/src/api/contract/records'
import { QuotaBar } from '~/src/features/companies/quota-bar'
import { count, minutes } from '~/src/ui/format'

/** The height of the tiles, which do not move what follows them when they are filled. */
export const TILE_HEIGHT = 132

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' },
}

/** The part of the quotas that is used; a company's, or the sum of all that the user reads. */
const useQuotas = () => {
  const { request } = useDataProvider<PanelDataProvider>()
  const company = useChosenCompany()?.ref
  return useQuery({
    queryKey: ['usage', 'now', company],
    queryFn: async () => objectIn(await request(`/usage/now${company ? `?company=${company}` : ''}`)),
    networkMode: 'always',
    retry: false,
  })
}

type TileProps = {
  readonly label: string
  readonly value: string | undefined
  readonly text: string
  /** The used share, 0 to 1; absent where nothing is bought. */
  readonly share?: number | undefined
  readonly to?: string | undefined
  readonly action?: ReactNode
}

/** One number, what it is a part of, and the list behind it. */
const Tile = ({ label, value, text, share, to, action }: TileProps) => (
  <Card variant="outlined" sx={{ p: 2, minHeight: TILE_HEIGHT, display: 'flex', flexDirection: 'column' }}>
    <Typography variant="body2" color="text.secondary">
      {to ? (
        <Link to={to} color="inherit">
          {label}
        </Link>
      ) : (
        label
      )}
    </Typography>
    <Typography
      sx={{ fontSize: '1.75rem', fontWeight: 650, lineHeight: 1.3, fontVariantNumeric: 'tabular-nums' }}
    >
      {value ?? <Skeleton width="3ch" />}
    </Typography>
    <Box
      sx={{
        display: 'flex',
        alignItems: 'baseline',
        justifyContent: 'space-between',
        gap: 1,
        flexWrap: 'wrap',
      }}
    >
      <Typography variant="caption" color="text.secondary">
        {text || '\u00a0'}
      </Typography>
      {action}
    </Box>
    {share !== undefined && (
      <Box sx={{ mt: 'auto' }}>
        <QuotaBar used={share} bought={1} height={4} />
      </Box>
    )}
  </Card>
)

const quotas = [
  { key: 'minutesLeft', used: 'secondsUsed', bought: 'secondsPurchased', format: minutes },
  { key: 'seatsLeft', used: 'users', bought: 'usersPurchased', format: count },
  { key: 'activeSeatsLeft', used: 'active', bought: 'activePurchased', format: count },
] as const

/** The company whose quotas are shown; undefined for all. */
const useShownCompany = () => {
  const chosen = useChosenCompany()
  const own = useOwnCompany()
  const choosing = mayChooseCompany(useActor())
  return chosen ?? (choosing ? undefined : own)
}

/** Those who sell add to the company's quota, the others look at it. */
const useQuotaLinks = () => {
  const translate = useTranslate()
  const company = useShownCompany()
  const actor = useActor()
  const sells = mayCreate(resourceOf('purchases'), actor)
  const own = useOwnCompany()
  const seller = company ?? (sells ? own : undefined)
  const path = sells && seller ? pathTo('purchases', 'create', `${uidOf(seller.ref)}/`) : undefined
  return {
    to: company
      ? mayChooseCompany(actor)
        ? pathTo('companies', 'show', uidOf(company.ref))
        : '/mycompany'
      : '/company',
    add: path && (
      <Link to={path} variant="caption">
        {translate('app.numbers.add')}
      </Link>
    ),
  }
}

const QuotaTiles = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { data, error } = useQuotas()
  const { to, add } = useQuotaLinks()
  const company = useShownCompany()
  if (error) return null
  return quotas.map(({ key, used, bought, format }) => {
    const [taken, total] = [Number(data?.[used] ?? 0), Number(data?.[bought] ?? 0)]
    const left = Math.max(0, total - taken)
    const text = company
      ? translate('app.numbers.of', { total: format(total, locale) })
      : translate('app.numbers.all', {
          total: format(total, locale),
          smart_count: Number(data?.companies ?? 0),
        })
    return (
      <Tile
        key={key}
        label={translate(`app.numbers.${key}`)}
        value={data && format(left, locale)}
        text={data ? (total === 0 ? translate('app.numbers.none') : text) : ''}
        share={data && total > 0 ? taken / total : undefined}
        to={to}
        action={company || left === 0 ? add : undefined}
      />
    )
  })
}

/** The number of videos that are being made, in the companies that the user reads. */
const useRunning = (resource: 'videos' | 'vectos', tab: string, status: Filters) => {
  const definition = resourceOf(resource)
  const company = useChosenCompany()?.ref
  const { total } = useGetList(
    resource,
    {
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { ...status, ...inCompany(definition, company), ...tabOf(definition, tab).filter },
    },
    { onError: () => undefined },
  )
  const isClosed = mustChooseCompany(definition, useActor()) && !company
  return { total, link: isClosed ? undefined : listLink(resource, status, tab) }
}

const RunningTile = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const videos = useRunning('videos', 'pending', { status: begun })
  const vectos = useRunning('vectos', 'progressScenes', {})
  const isKnown = videos.total !== undefined && vectos.total !== undefined
  const [one = 0, other = 0] = [videos.total, vectos.total]
  const parts = { videos: count(one, locale), vectos: count(other, locale) }
  return (
    <Tile
      label={translate('app.numbers.running')}
      value={isKnown ? count(one + other, locale) : undefined}
      text={
        isKnown
          ? translate(one + other === 0 ? 'app.numbers.runningNone' : 'app.numbers.runningOf', parts)
          : ''
      }
      to={other > 0 || one === 0 ? vectos.link : videos.link}
    />
  )
}

/** What is left of the quotas, and what is being made: of the chosen company, or of all that the user reads. */
export const Numbers = () => {
  const translate = useTranslate()
  const isOffered = useOffer('usage')
  return (
    <Box component="section" aria-label={translate('app.numbers.title')} sx={grid}>
      {isOffered && <QuotaTiles />}
      <RunningTile />
    </Box>
  )
}
