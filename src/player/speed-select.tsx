import { useLocaleState, useTranslate } from 'react-admin'
import { ToolbarSelect } from './toolbar-select'
import { type Speed, speeds } from './use-playback-choices'

type Props = { readonly speed: Speed; readonly onChange: (speed: Speed) => void }

/** Selects how fast the video is played. */
export const SpeedSelect = ({ speed, onChange }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const change = (value: string) => {
    const chosen = speeds.find(each => String(each) === value)
    if (chosen) onChange(chosen)
  }
  return (
    <ToolbarSelect label={translate('admin.player.speed')} value={String(speed)} onChange={change}>
      {speeds.map(each => (
        <option key={each} value={String(each)}>
          {each.toLocaleString(locale)}×
        </option>
      ))}
    </ToolbarSelect>
  )
}
