import ProcessingIcon from '@mui/icons-material/HourglassEmptyOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import type { PanelDataProvider } from '~/src/backends/contract/panel-data-provider'
import { useFailureText } from '~/src/kit/failure-text'
import type { ViewProps } from '~/src/kit/kit-context'
import { Notice } from '~/src/kit/notice'
import { Missing } from '~/src/kit/views/missing'

/** A 360° picture is twice as wide as high. */
const frame = { width: 1, aspectRatio: '2 / 1', borderRadius: 1, bgcolor: 'common.black', display: 'block' }

/** Signed addresses are good for a day (specification §9): asked for anew well before. */
const HOUR = 3_600_000

const useAddress = (id: string, path: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  return useQuery({
    queryKey: ['videos', 'shown', { id, path }],
    queryFn: () => provider.shownUrl('videos', id, path),
    networkMode: 'always',
    staleTime: HOUR,
    // Another address would start the video over.
    refetchOnWindowFocus: false,
  })
}

const PlayerFailure = ({ message, onRetry }: { message: string; onRetry: () => void }) => {
  const translate = useTranslate()
  return (
    <Alert
      severity="error"
      role="alert"
      action={
        <Button color="inherit" size="small" onClick={onRetry}>
          {translate('kit.retry')}
        </Button>
      }
    >
      {translate('resources.videos.playerError', { message })}
    </Alert>
  )
}

const useMediaMessage = () => {
  const translate = useTranslate()
  /** The browser's own words where it has any, in its language; ours always. */
  return (error: MediaError | null) => {
    const ours = translate(`resources.videos.mediaErrors.${error?.code ?? 0}`)
    return error?.message ? `${ours} (${error.message})` : ours
  }
}

const Player = ({ id, path, name }: { id: string; path: string; name: string }) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const messageOf = useMediaMessage()
  const [broken, setBroken] = useState<string | null>(null)
  const { data: address, error, refetch } = useAddress(id, path)
  const retry = () => {
    setBroken(null)
    void refetch()
  }
  const message = error ? textOf(error).text : broken
  if (message) return <PlayerFailure message={message} onRetry={retry} />
  if (!address) return <Skeleton variant="rounded" sx={{ ...frame, height: 'auto' }} />
  return (
    <Box
      component="video"
      controls
      playsInline
      preload="metadata"
      src={address}
      aria-label={translate('resources.videos.player', { name })}
      onError={({ currentTarget }: SyntheticEvent<HTMLVideoElement>) =>
        setBroken(messageOf(currentTarget.error))
      }
      sx={frame}
    />
  )
}

/** Plays what was made of a 360° video to be watched, once it is made. */
export const VideoPlayer = ({ path }: ViewProps) => {
  const translate = useTranslate()
  const record = useRecordContext()
  if (!record) return null
  if (record.pending) return <Notice icon={ProcessingIcon} title={translate('resources.videos.notReady')} />
  if (!record.lowFile) return <Missing />
  return <Player id={String(record.id)} path={path} name={String(record.name ?? '')} />
}
