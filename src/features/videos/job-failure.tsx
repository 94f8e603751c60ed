import Typography from '@mui/material/Typography'
import type { PanelVecto, PanelVideo } from '~/model/record-of'
import { useReason } from './use-reason'

/** The first sentence states the failure; the rest states the remedy, and is shown on the record's own screen only. */
const firstSentence = (text: string) => /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text

const styles = {
  color: 'error.main',
  whiteSpace: 'normal',
  lineHeight: 1.35,
  m: 0,
  mt: 0.5,
  minWidth: 164,
} as const

/** Why a video in a list failed. */
export const JobFailure = ({ record }: { record: PanelVideo | PanelVecto }) => {
  const reason = useReason()(record)
  return (
    reason && (
      <Typography variant="caption" component="p" title={reason} sx={styles}>
        {firstSentence(reason)}
      </Typography>
    )
  )
}
