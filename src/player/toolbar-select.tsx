import Box from '@mui/material/Box'
import type { ReactNode } from 'react'

const arrow =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 12 12'%3E%3Cpath d='m2 4 4 4 4-4' fill='none' stroke='%23e7eeeb' stroke-width='1.5'/%3E%3C/svg%3E\")"

/** Drawn by the panel: WebKit ignores the colours of its own lists, and writes white on white. */
const look = {
  appearance: 'none',
  colorScheme: 'dark',
  height: 34,
  maxWidth: 160,
  minWidth: 0,
  borderRadius: 1,
  border: '1px solid #75827d',
  color: '#e7eeeb',
  background: `#16211f ${arrow} no-repeat right 6px center / 12px`,
  font: 'inherit',
  fontSize: 13,
  pl: 0.75,
  pr: 3,
  '& option': { color: '#e7eeeb', backgroundColor: '#16211f' },
} as const

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

/** A choice among the controls of a player. */
export const ToolbarSelect = ({ label, value, onChange, children }: Props) => (
  <Box
    component="select"
    value={value}
    aria-label={label}
    title={label}
    onChange={event => onChange(event.currentTarget.value)}
    sx={look}
  >
    {children}
  </Box>
)
