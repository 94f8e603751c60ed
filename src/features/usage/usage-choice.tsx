import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'

type Props<V extends string> = {
  readonly label: string
  readonly value: V
  readonly options: readonly (readonly [value: V, text: string])[]
  readonly onChange: (value: V) => void
}

/** One of a few options, such as the period of a chart. */
export const UsageChoice = <V extends string>({ label, value, options, onChange }: Props<V>) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={value}
    aria-label={label}
    onChange={(_, chosen: V | null) => chosen && onChange(chosen)}
  >
    {options.map(([option, text]) => (
      <ToggleButton key={option} value={option} sx={{ textTransform: 'none' }}>
        {text}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
