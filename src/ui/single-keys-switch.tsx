import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { useId } from 'react'
import { useTranslate } from 'react-admin'
import { useSingleKeys } from './keys'

/** Turns shortcuts of a single key off, as WCAG 2.1.4 requires. */
export const SingleKeysSwitch = () => {
  const translate = useTranslate()
  const help = useId()
  const [isOn, setOn] = useSingleKeys()
  return (
    <>
      <FormControlLabel
        label={translate('commands.shortcuts.single')}
        control={
          <Switch
            checked={isOn}
            onChange={(_, next) => setOn(next)}
            slotProps={{ input: { 'aria-describedby': help } }}
          />
        }
      />
      <FormHelperText id={help}>{translate('commands.shortcuts.singleText')}</FormHelperText>
    </>
  )
}
