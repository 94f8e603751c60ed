import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { SingleKeysSwitch } from '~/src/ui/single-keys-switch'

/** The shortcuts of the panel, by the place where they work; the player's are those of src/player/view-direction.ts. */
const shortcuts = {
  everywhere: { palette: ['Ctrl', 'K'], help: ['?'] },
  list: {
    search: ['/'],
    row: ['↑', '↓'],
    button: ['←', '→'],
    act: ['↵'],
    select: ['X'],
    range: ['⇧ ↑', '⇧ ↓'],
  },
  record: { previous: ['P'], next: ['N'] },
  player: {
    look: ['←', '→', '↑', '↓'],
    zoom: ['+', '−'],
    ahead: ['Home'],
    play: ['Space'],
    frame: [',', '.'],
  },
} as const

const keyStyles = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 0.75,
  px: 0.75,
  py: 0.25,
  mr: 0.5,
  font: 'inherit',
  fontSize: 13,
  bgcolor: 'action.hover',
} as const

const Section = ({ name, keys }: { name: string; keys: Readonly<Record<string, readonly string[]>> }) => {
  const translate = useTranslate()
  return (
    <Box component="section" sx={{ mb: 2 }}>
      <Typography component="h3" variant="subtitle2" sx={{ mb: 1 }}>
        {translate(`commands.shortcuts.${name}`)}
      </Typography>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 1, m: 0 }}>
        {Object.entries(keys).map(([key, pressed]) => (
          <Box key={key} sx={{ display: 'contents' }}>
            <dt>{translate(`commands.shortcuts.keys.${key}`)}</dt>
            <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap', justifySelf: 'end' }}>
              {pressed.map(each => (
                <Box component="kbd" key={each} sx={keyStyles}>
                  {each}
                </Box>
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** The keyboard shortcuts, by the place where they work. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  const translate = useTranslate()
  const title = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby={title}>
      <DialogTitle id={title}>{translate('commands.shortcuts.title')}</DialogTitle>
      <DialogContent>
        {Object.entries(shortcuts).map(([name, keys]) => (
          <Section key={name} name={name} keys={keys} />
        ))}
        <SingleKeysSwitch />
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
