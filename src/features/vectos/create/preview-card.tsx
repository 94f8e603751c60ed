import PreviewIcon from '@mui/icons-material/ThreeDRotation'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { PanelVideo } from '~/model/record-of'
import { gradeOf, type Preview, previewOf, previewSeconds } from '~/model/video/depth-report'
import { useOffer } from '~/src/admin/admin-config'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useGradeReason } from '~/src/features/vectos/use-grade-reason'
import { JobBar } from '~/src/features/videos/job-bar'
import { progressIn } from '~/src/features/videos/job-progress'
import { RecordPlayer } from '~/src/player/record-player'
import { useFailureText } from '~/src/ui/failure-text'
import { duration } from '~/src/ui/format'
import { Section } from '~/src/ui/page'

type Props = {
  readonly video: PanelVideo
  /** Start of the part, in seconds. */
  readonly at: number
}

const texts = 'resources.vectos.making.preview'

const Making = ({ video }: { video: PanelVideo }) => {
  const translate = useTranslate()
  const progress = progressIn(video.progress)
  return (
    <Box role="status">
      <Typography variant="body2">{translate(`${texts}.${progress ? 'making' : 'waiting'}`)}</Typography>
      {progress && <JobBar progress={progress} />}
    </Box>
  )
}

/** The grade that the engine's report of the preview gives, with its reason. */
const Grade = ({ quality }: Pick<Preview, 'quality'>) => {
  const translate = useTranslate()
  const reasonFor = useGradeReason()
  if (!quality) return null
  const grade = gradeOf(quality)
  const gradeCause = grade === 'good' ? null : (quality.cause ?? 'unclear')
  return (
    <Typography variant="body2" sx={{ mt: 1 }}>
      <b>{translate(`resources.vectos.choices.grade.${grade}`)}.</b>{' '}
      {reasonFor({ grade, measured: quality.measured, gradeCause }).whole}
    </Typography>
  )
}

const Made = ({ video, preview }: { video: PanelVideo; preview: Preview }) => {
  const translate = useTranslate()
  const [from, to] = [preview.at, preview.at + previewSeconds].map(seconds => duration(seconds))
  return (
    <>
      <RecordPlayer
        key={String(video.previewFile?.ref)}
        resource="videos"
        id={String(video.id)}
        path="previewFile"
        file={String(video.previewFile?.ref)}
        layout="top-bottom"
        name={translate(`${texts}.name`, { name: String(video.name ?? ''), from, to })}
      />
      <Grade quality={preview.quality} />
    </>
  )
}

const useAsk = ({ video, at }: Props) => {
  const provider = useDataProvider<PanelDataProvider>()
  const watched: unknown[] = useWatch({ name: ['mode', 'cameraHeight'] })
  const [mode, cameraHeight] = watched
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await provider.preview(String(video.id), at, {
        mode: String(mode),
        ...(typeof cameraHeight === 'number' && { cameraHeight }),
      })
      await queries.refetchQueries({ queryKey: ['videos', 'getOne'], type: 'active' })
    },
  })
}

const Content = ({ video, at }: Props) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const { mutate, isPending, error } = useAsk({ video, at })
  const preview = previewOf(video)
  const isMaking = preview?.status === 'making'
  return (
    <Section title={translate(`${texts}.title`)}>
      {!preview && <Typography variant="body2">{translate(`${texts}.about`)}</Typography>}
      {isMaking && <Making video={video} />}
      {preview?.status === 'completed' && <Made video={video} preview={preview} />}
      {preview?.status === 'failed' && (
        <Alert severity="error">{translate(`reasons.${preview.reasonCode ?? 'internal'}`)}</Alert>
      )}
      {error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {textOf(error).text}
        </Alert>
      )}
      <Button
        variant="outlined"
        startIcon={<PreviewIcon />}
        disabled={isMaking || isPending}
        onClick={() => mutate()}
        sx={{ mt: 2 }}
      >
        {translate(`${texts}.ask`, { from: duration(at) })}
      </Button>
    </Section>
  )
}

/** Two seconds of the chosen part in 3D, to check before paying for the whole. */
export const PreviewCard = (props: Props) => {
  return useOffer('processing') ? <Content {...props} /> : null
}
