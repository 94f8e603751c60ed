import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocaleState } from 'react-admin'
import { formatInstant, formatRecent } from '~/src/ui/dates'
import { useMinute } from '~/src/ui/use-minute'
import type { OwnSession } from './account-calls'
import { useAccountTexts } from './use-account-texts'

/** The name of a browser and its system. */
export const useDevice = () => {
  const texts = useAccountTexts()
  return ({ agent: { name, platform } }: Pick<OwnSession, 'agent'>) =>
    name && platform ? texts('device', { name, platform }) : (name ?? platform ?? texts('unknownDevice'))
}

/** An instant in words, from minutes ago to a date. */
export const useWhen = () => {
  const [locale] = useLocaleState()
  useMinute()
  return (instant: string) => formatRecent(instant, locale) ?? formatInstant(instant, locale)
}

type Props = {
  readonly device: string
  readonly text: string
  readonly chip?: string | undefined
  /** What the row's button does, and its name among those of other rows. */
  readonly act?: { readonly label: string; readonly name: string; readonly start: () => void } | undefined
}

/** A device of the user in a list of them. */
export const DeviceRow = ({ device, text, chip, act }: Props) => (
  <Stack
    component="li"
    direction="row"
    useFlexGap
    sx={{ alignItems: 'center', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider' }}
  >
    <Box sx={{ flexGrow: 1, minWidth: 0 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography component="span" sx={{ fontWeight: 560 }}>
          {device}
        </Typography>
        {chip && <Chip size="small" color="primary" variant="outlined" label={chip} />}
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {text}
      </Typography>
    </Box>
    {act && (
      <Button aria-label={act.name} onClick={act.start} sx={{ flexShrink: 0 }}>
        {act.label}
      </Button>
    )}
  </Stack>
)

export const deviceList = { listStyle: 'none', m: 0, p: 0 } as const
