import { useTranslate } from 'react-admin'
import { type Mode, modes } from './player-types'
import { ToolbarSelect } from './toolbar-select'

type Props = { readonly mode: Mode; readonly onChange: (mode: Mode) => void }

/** Selects how a stereo video is shown on this screen. */
export const ModeSelect = ({ mode, onChange }: Props) => {
  const translate = useTranslate()
  const change = (value: string) => {
    const chosen = modes.find(each => each === value)
    if (chosen) onChange(chosen)
  }
  return (
    <ToolbarSelect label={translate('admin.player.mode')} value={mode} onChange={change}>
      {modes.map(each => (
        <option key={each} value={each}>
          {translate(`admin.player.modes.${each}`)}
        </option>
      ))}
    </ToolbarSelect>
  )
}
