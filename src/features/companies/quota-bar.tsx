import LinearProgress from '@mui/material/LinearProgress'

/** The share of a quota above which more should be bought. */
const NEARLY = 0.9

const shareOf = (used: number, bought: number) => (bought > 0 ? used / bought : used > 0 ? 1 : 0)

const colourOf = (share: number) => (share >= 1 ? 'error' : share >= NEARLY ? 'warning' : 'primary')

type Props = { readonly used: number; readonly bought: number; readonly height: number }

/** How much of a quota is used. Hidden from screen readers: the two numbers next to it state the same. */
export const QuotaBar = ({ used, bought, height }: Props) => {
  const share = shareOf(used, bought)
  return (
    <LinearProgress
      variant="determinate"
      aria-hidden
      value={Math.min(100, share * 100)}
      color={colourOf(share)}
      sx={{ height, borderRadius: height / 2 }}
    />
  )
}
