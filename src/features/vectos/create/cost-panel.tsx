import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Link, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { isObject } from '~/model/objects'
import type { PanelCompany, PanelVideo } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { mayCreate, useActor } from '~/src/admin/rights'
import type { Processing } from '~/src/api/contract/service-calls'
import { useProcessing } from '~/src/features/videos/processing-notice'

/** The seconds of video that a company has left; undefined if the record does not state them. */
export const secondsLeftOf = (company: Pick<PanelCompany, 'seconds'> | undefined): number | undefined => {
  const seconds = company?.seconds
  if (!isObject(seconds) || typeof seconds.purchased !== 'number') return undefined
  return Math.max(0, seconds.purchased - Number(seconds.used ?? 0))
}

const MINUTE = 60

/** Whole minutes and the remaining seconds. */
export const minutesAndSeconds = (seconds: number) => ({
  minutes: Math.floor(seconds / MINUTE),
  seconds: Math.floor(seconds % MINUTE),
})

type FrameSize = Pick<PanelVideo, 'width' | 'height'>
type Order = { readonly mode: string; readonly seconds: number; readonly framerate: number }

/** Estimated seconds of processing, based on the past speed of the workers; undefined if that is unknown. */
export const timeToMake = (
  processing: Processing | undefined,
  source: FrameSize,
  order: Order,
): number | undefined => {
  const speed = processing?.speeds[order.mode]
  const pixels = Number(source.width) * Number(source.height)
  if (!speed || !(pixels > 0) || !(order.framerate > 0)) return undefined
  return order.seconds * order.framerate * (pixels / 1e6) * speed
}

/** An estimated time, in a unit that implies no more precision than there is. */
export const roughly = (seconds: number) => {
  if (seconds < MINUTE)
    return {
      key: 'resources.vectos.making.about.seconds',
      smart_count: Math.max(5, Math.ceil(seconds / 5) * 5),
    }
  if (seconds < 90 * MINUTE)
    return { key: 'resources.vectos.making.about.minutes', smart_count: Math.ceil(seconds / MINUTE) }
  return { key: 'resources.vectos.making.about.hours', smart_count: Math.ceil(seconds / 3600) }
}

type Props = {
  readonly video: PanelVideo
  /** Whole seconds charged to the quota. */
  readonly cost: number
  /** Seconds left of the quota; undefined if the actor may not know them. */
  readonly left: number | undefined
}

const Line = ({ term, children }: { term: string; children: string }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
    <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
      {term}
    </Typography>
    <Typography component="dd" variant="body2" sx={{ m: 0, fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Typography>
  </Box>
)

const useTime = (video: PanelVideo, cost: number) => {
  const translate = useTranslate()
  const watched: unknown[] = useWatch({ name: ['mode', 'framerate'] })
  const [mode, framerate] = watched
  const processing = useProcessing()
  const source = { width: video.width, height: video.height }
  const seconds = timeToMake(processing, source, {
    mode: String(mode),
    seconds: cost,
    framerate: Number(framerate),
  })
  if (seconds === undefined) return translate('resources.vectos.making.timeUnknown')
  const { key, ...count } = roughly(seconds)
  const before = (processing?.waiting ?? 0) + (processing?.running ?? 0)
  const waits = before > 0 ? translate('resources.vectos.making.before', { smart_count: before }) : ''
  return [translate(key, count), waits].filter(Boolean).join(' ')
}

/** The cost of a 3D video: quota and processing time. */
export const CostPanel = ({ video, cost, left }: Props) => {
  const translate = useTranslate()
  const time = useTime(video, cost)
  const short = left !== undefined && cost > left
  const sells = mayCreate(resourceOf('purchases'), useActor())
  const company = uidOf(String(video.company?.ref ?? ''))
  const said = (seconds: number) => translate('resources.vectos.making.minutes', minutesAndSeconds(seconds))
  const takes =
    left === undefined
      ? said(cost)
      : translate('resources.vectos.making.ofLeft', { cost: said(cost), left: said(left) })
  return (
    <Box sx={{ my: 2 }}>
      <Box component="dl" aria-live="polite" sx={{ display: 'grid', gap: 0.5, m: 0 }}>
        <Line term={translate('resources.vectos.making.takes')}>{takes}</Line>
        <Line term={translate('resources.vectos.making.time')}>{time}</Line>
      </Box>
      {short && (
        <Alert
          severity="warning"
          role="alert"
          id="quota-short"
          sx={{ mt: 1.5 }}
          action={
            sells && (
              <Button
                component={Link}
                to={pathTo('purchases', 'create', `${company}/`) ?? '/'}
                color="inherit"
                size="small"
              >
                {translate('resources.vectos.making.addMinutes')}
              </Button>
            )
          }
        >
          {translate(`resources.vectos.making.${sells ? 'shortForSeller' : 'short'}`, {
            company: String(video.company?.label ?? ''),
            left: said(left),
          })}
        </Alert>
      )}
    </Box>
  )
}
