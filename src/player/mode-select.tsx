import Box from '@mui/material/Box'
import { useTranslate } from 'react-admin'
import { type Mode, modes } from './player-types'

type Props = { readonly mode: Mode; readonly onChange: (mode: Mode) => void }

const look = {
  height: 34,
  maxWidth: 160,
  minWidth: 0,
  borderRadius: 1,
  border: '1px solid #55635f',
  bgcolor: '#16211f',
  color: 'inherit',
  font: 'inherit',
  fontSize: 13,
  px: 0.75,
}

/** Selects how a stereo video is shown on this screen. */
export const ModeSelect = ({ mode, onChange }: Props) => {
  const translate = useTranslate()
  return (
    <Box
      component="select"
      value={mode}
      aria-label={translate('admin.player.mode')}
      onChange={event => {
        const chosen = modes.find(each => each === event.currentTarget.value)
        if (chosen) onChange(chosen)
      }}
      sx={look}
    >
      {modes.map(each => (
        <option key={each} value={each}>
          {translate(`admin.player.modes.${each}`)}
        </option>
      ))}
    </Box>
  )
}
