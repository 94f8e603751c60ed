import Typography from '@mui/material/Typography'
import { useRecordContext } from 'react-admin'
import type { LinkChoice } from './use-link-choices'

/** Two lines: the label, and under it what distinguishes the choice from another of the same label. */
export const TwoLines = ({ label, detail }: Pick<LinkChoice, 'label' | 'detail'>) => (
  <span style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
    {label}
    {detail && (
      <Typography component="span" variant="body2" sx={{ display: 'block', color: 'text.secondary' }}>
        {detail}
      </Typography>
    )}
  </span>
)

/** An option of an autocomplete, which gives each its choice as the record in context. */
export const ChoiceOption = () => {
  const choice = useRecordContext()
  if (!choice) return null
  return <TwoLines label={String(choice.label ?? '')} detail={choice.detail} />
}
