import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useState } from 'react'
import { useTranslate } from 'react-admin'
import { useFailureText } from '~/src/ui/failure-text'
import { FlatPlayer } from './flat-player'
import type { PlayerProps } from './player-types'
import { SpherePlayer } from './sphere-player'
import { useRecordReport } from './use-playback-report'
import { useShownUrl } from './use-shown-url'

const canDraw = () => typeof WebGL2RenderingContext !== 'undefined'

/** Plays a 360° video around the viewer, or as a flat video if the browser cannot render that. */
const Player = (props: PlayerProps) => {
  const [flat, setFlat] = useState(() => !canDraw())
  return flat ? <FlatPlayer {...props} /> : <SpherePlayer {...props} onFlat={() => setFlat(true)} />
}

const PlayerFailure = ({ message, onRetry }: { message: string; onRetry: () => void }) => {
  const translate = useTranslate()
  return (
    <Alert
      severity="error"
      role="alert"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('admin.retry')}
        </Button>
      }
    >
      {translate('admin.player.error', { message })}
    </Alert>
  )
}

const useMediaMessage = () => {
  const translate = useTranslate()
  /** The panel's message, followed by the browser's if it has one, in the browser's language. */
  return (error: MediaError | null) => {
    const ours = translate(`admin.player.mediaErrors.${error?.code ?? 0}`)
    return error?.message ? `${ours} (${error.message})` : ours
  }
}

type Props = Omit<PlayerProps, 'src' | 'poster' | 'onFailed' | 'report'> & {
  readonly resource: string
  readonly id: string
  /** The field that holds the video. */
  readonly path: string
  /** The video's reference, if another one may replace it. */
  readonly file?: string | undefined
  /** The field that holds its poster. */
  readonly poster?: string | undefined
}

/** Plays a video of a record; on failure, shows the reason and a retry button. */
export const RecordPlayer = ({ resource, id, path, file, poster, ...props }: Props) => {
  const textOf = useFailureText()
  const messageOf = useMediaMessage()
  const [broken, setBroken] = useState<string | null>(null)
  const { data: src, error, refetch } = useShownUrl(resource, id, path, true, file)
  const report = useRecordReport(resource, id, path)
  const picture = useShownUrl(resource, id, poster ?? '', poster !== undefined)
  const retry = () => {
    setBroken(null)
    void refetch()
  }
  const message = error ? textOf(error).text : broken
  if (message) return <PlayerFailure message={message} onRetry={retry} />
  if (!src) return <Skeleton variant="rounded" sx={{ width: 1, height: 'auto', aspectRatio: '16 / 9' }} />
  return (
    <Player
      {...props}
      src={src}
      poster={picture.data}
      report={report}
      onFailed={failure => setBroken(messageOf(failure))}
    />
  )
}
