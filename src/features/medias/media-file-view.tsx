import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { type ReactElement, useRef, useState } from 'react'
import { useRecordContext } from 'react-admin'
import { type FileDescriptor, isFile } from '~/model/fields'
import type { PanelMedia } from '~/model/record-of'
import type { PlaybackReport } from '~/src/player/follow-playback'
import { usePlaybackReport, useRecordReport } from '~/src/player/use-playback-report'
import { useShownUrl } from '~/src/player/use-shown-url'
import { HeroFrame } from '~/src/ui/hero-frame'
import { ChosenFile } from '~/src/upload/chosen-file'
import { DownloadButton } from './download-button'
import { MediaImage } from './media-image'

type ShownProps = {
  readonly src: string
  readonly name: string
  /** Records that the file is played; an image or a PDF is recorded when its address is requested. */
  readonly report: PlaybackReport
  readonly onBroken: () => void
}

const frame = { display: 'block', width: 1, height: 1, objectFit: 'contain', border: 0 } as const

const Image = ({ src, name, onBroken }: ShownProps) => (
  <Box component="img" src={src} alt={name} onError={onBroken} sx={frame} />
)

const VideoPreview = ({ src, name, report, onBroken }: ShownProps) => {
  const video = useRef<HTMLVideoElement>(null)
  usePlaybackReport(video, report)
  return (
    <Box
      ref={video}
      component="video"
      src={src}
      aria-label={name}
      controls
      playsInline
      preload="metadata"
      onError={onBroken}
      sx={{ ...frame, bgcolor: 'common.black' }}
    />
  )
}

const AudioPreview = ({ src, name, report, onBroken }: ShownProps) => {
  const audio = useRef<HTMLAudioElement>(null)
  usePlaybackReport(audio, report)
  return (
    <Box
      ref={audio}
      component="audio"
      src={src}
      aria-label={name}
      controls
      preload="metadata"
      onError={onBroken}
      sx={{ width: 1, px: 2 }}
    />
  )
}

const Pdf = ({ src, name }: ShownProps) => <Box component="iframe" src={src} title={name} sx={frame} />

/** Views by content type that browsers support. Other images have a thumbnail at most: TIFF, HEIC, raw files. */
const shown: readonly (readonly [RegExp, (props: ShownProps) => ReactElement])[] = [
  [/^image\/(png|jpeg|gif|webp|avif|bmp)$/, Image],
  [/^video\/(mp4|webm|ogg|quicktime)$/, VideoPreview],
  [/^audio\//, AudioPreview],
  [/^application\/pdf$/, Pdf],
]

type Props = { readonly record: PanelMedia; readonly file: FileDescriptor }

const Shown = ({
  record,
  file,
  View,
  onBroken,
}: Props & { View: (props: ShownProps) => ReactElement; onBroken: () => void }) => {
  const id = String(record.id)
  const { data, isPending, error } = useShownUrl('medias', id, 'file')
  const report = useRecordReport('medias', id, 'file')
  if (isPending) return null
  if (error) return <Thumbnail record={record} />
  return <View src={data} name={String(record.name ?? file.label)} report={report} onBroken={onBroken} />
}

const Thumbnail = ({ record }: { record: PanelMedia }) => (
  <Box sx={{ height: 1, display: 'grid', placeItems: 'center' }}>
    <MediaImage record={record} iconSize={96} />
  </Box>
)

/** The image, video, audio or PDF of a media; its thumbnail or an icon if the browser cannot display it. */
const MediaPreview = (props: Props) => {
  const [broken, setBroken] = useState('')
  const { ref, contentType } = props.file
  const View = shown.find(([type]) => type.test(contentType))?.[1]
  if (!View || broken === ref) return <Thumbnail record={props.record} />
  return <Shown {...props} View={View} onBroken={() => setBroken(ref)} />
}

/** The file of a media, shown; its details and its download. */
export const MediaFileView = () => {
  const record = useRecordContext<PanelMedia>()
  if (!record) return null
  if (!isFile(record.file))
    return (
      <HeroFrame>
        <Thumbnail record={record} />
      </HeroFrame>
    )
  return (
    <Stack sx={{ gap: 1.5 }}>
      <HeroFrame>
        <MediaPreview record={record} file={record.file} />
      </HeroFrame>
      <ChosenFile file={record.file} actions={<DownloadButton />} />
    </Stack>
  )
}
