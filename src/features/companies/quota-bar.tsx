import { useTheme } from '@mui/material/styles'

/** The share of a quota above which more should be bought. */
const NEARLY = 0.9

const shareOf = (used: number, bought: number) => (bought > 0 ? used / bought : used > 0 ? 1 : 0)

const colourOf = (share: number) => (share >= 1 ? 'error' : share >= NEARLY ? 'warning' : 'primary')

type Props = { readonly used: number; readonly bought: number; readonly height: number }

/**
 * How much of a quota is used. Hidden from screen readers: the two numbers next to it state the same. One element: rows
 * have several of them.
 */
export const QuotaBar = ({ used, bought, height }: Props) => {
  const { palette } = useTheme()
  const share = shareOf(used, bought)
  const percent = `${Math.min(100, share * 100)}%`
  const colour = palette[colourOf(share)].main
  const rest = `color-mix(in srgb, ${colour} 30%, transparent)`
  return (
    <span
      aria-hidden
      style={{
        display: 'block',
        height,
        borderRadius: height / 2,
        background: `linear-gradient(to right, ${colour} ${percent}, ${rest} ${percent})`,
        forcedColorAdjust: 'none',
      }}
    />
  )
}
