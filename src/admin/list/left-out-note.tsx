import Button from '@mui/material/Button'
import { useTranslate } from 'react-admin'

type Props = {
  /** Number of columns that do not fit. */
  readonly count: number
  readonly all: boolean
  readonly onChange: (all: boolean) => void
}

/** Tells that columns are left out for lack of space, and shows them all, to be scrolled to, or fits them again. */
export const LeftOutNote = ({ count, all, onChange }: Props) => {
  const translate = useTranslate()
  if (count === 0) return null
  return (
    <Button size="small" onClick={() => onChange(!all)} sx={{ ml: 1, mt: 0.5 }}>
      {translate(all ? 'admin.list.fit' : 'admin.list.leftOut', { smart_count: count })}
    </Button>
  )
}
