import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import { count, duration } from '~/src/ui/format'
import type { RunState } from './use-bulk-run'

/** Records in a second, and the seconds that the rest will take; undefined until the first are done. */
const paceOf = (handled: number, total: number, since: number) => {
  const seconds = (Date.now() - since) / 1000
  if (handled === 0 || seconds === 0) return undefined
  const speed = handled / seconds
  return { speed, left: Math.ceil((total - handled) / speed) }
}

/** How many records are done, how fast, and how long the rest will take. */
export const RunProgress = ({ state: { answer, total, since } }: { state: RunState }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const handled = answer.done.length + answer.left.length
  const pace = paceOf(handled, total, since)
  const share = total > 0 ? (100 * handled) / total : 0
  return (
    <Stack sx={{ gap: 1 }}>
      <LinearProgress
        variant="determinate"
        value={share}
        aria-label={translate('admin.bulk.progress')}
        aria-valuetext={`${handled} / ${total}`}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {translate('admin.bulk.handled', { done: count(handled, locale), total: count(total, locale) })}
        {pace &&
          ` · ${translate('admin.bulk.pace', {
            speed: count(Math.max(1, Math.round(pace.speed)), locale),
            left: duration(pace.left, locale),
          })}`}
      </Typography>
    </Stack>
  )
}
