import Typography from '@mui/material/Typography'
import type { PanelVecto, PanelVideo } from '~/model/record-of'
import { useCompact } from '~/src/admin/fields/kinds'
import { useReason } from './use-reason'

/** The first sentence states the failure; the rest states the remedy, and is shown on the record's own screen only. */
const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

/** Of one line in a row, whose height the text must not change when it arrives. */
const oneLine = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis', maxWidth: 260 } as const

const styles = {
  color: 'error.main',
  lineHeight: 1.35,
  m: 0,
  mt: 0.5,
  minWidth: 164,
} as const

/** Why a video in a list failed. */
export const JobFailure = ({ record }: { record: PanelVideo | PanelVecto }) => {
  const reason = useReason()(record)
  const compact = useCompact()
  return (
    reason && (
      <Typography variant="caption" component="p" title={reason} sx={{ ...styles, ...(compact && oneLine) }}>
        {firstSentence(reason)}
      </Typography>
    )
  )
}
