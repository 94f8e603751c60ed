import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Form, Link, SaveButton, useGetOne, useSaveContext, useTranslate } from 'react-admin'
import type { PanelCompany, PanelVecto, PanelVideo } from '~/model/record-of'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { DraftKeeper, keepTyped, storedOf } from '~/src/admin/form/draft'
import { ErrorSummary } from '~/src/admin/form/error-summary'
import { FieldInput } from '~/src/admin/form/field-input'
import { FormFailure } from '~/src/admin/form/form-failure'
import { pathTo } from '~/src/admin/paths'
import { Preflight } from '~/src/features/videos/preflight'
import { CameraHeightInput } from './camera-height'
import { type SourceVideo, secondsOf, sourceVideoOf, useClipRange } from './clip-range'
import { CostPanel, secondsLeftOf } from './cost-panel'
import { PreviewCard } from './preview-card'
import { RangeSelector } from './range-selector'

/** The settings of a 3D video that another one can take over. */
const kept = [
  'name',
  'mode',
  'framerate',
  'cameraHeight',
  'offsetStart',
  'offsetEnd',
  'duration',
  'defaultAccessList',
] as const

/** Initial values of the form, from an earlier 3D video of the same 360° video; empty values keep their defaults. */
export const settingsOf = (earlier: PanelVecto | undefined): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    kept.flatMap(path => {
      const value: unknown = earlier?.[path]
      return value === undefined || value === null ? [] : [[path, value]]
    }),
  )

const vectos = resourceOf('vectos')

const needed = ['name', 'mode', 'framerate'] as const

const order = ['offsetStart', 'offsetEnd', 'duration', ...needed, 'cameraHeight', 'defaultAccessList']

const shared = { readOnly: false, resource: vectos, mode: 'create' } as const

const useSecondsLeft = (video: PanelVideo) => {
  const uid = uidOf(String(video.company?.ref ?? ''))
  const { data } = useGetOne<PanelCompany>(
    'companies',
    { id: uid },
    { enabled: uid !== '', onError: () => undefined },
  )
  return secondsLeftOf(data)
}

const Buttons = ({ video, short }: { video: PanelVideo; short: boolean }) => {
  const translate = useTranslate()
  const { saving = false } = useSaveContext()
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
      <SaveButton
        label={translate('resources.vectos.making.make')}
        icon={null}
        disabled={short || saving}
        alwaysEnable={!short && !saving}
        aria-describedby={short ? 'quota-short' : undefined}
      />
      <Button component={Link} to={pathTo('videos', 'show', video.id) ?? '/'} color="inherit">
        {translate('ra.action.cancel')}
      </Button>
    </Stack>
  )
}

type Props = {
  readonly video: PanelVideo
  readonly draft: string
  /** The 3D video whose settings are taken over. */
  readonly earlier?: PanelVecto | undefined
  /** Of the company's last order, in metres; suggested unless settings are taken over. */
  readonly lastHeight: number | undefined
}

const Body = ({ video, source, draft }: Pick<Props, 'video' | 'draft'> & { source: SourceVideo }) => {
  const { range, cost, move, wrong } = useClipRange(source)
  const left = useSecondsLeft(video)
  const translate = useTranslate()
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(320px, 2fr)' },
        alignItems: 'start',
      }}
    >
      <Stack sx={{ gap: 2 }}>
        <RangeSelector video={video} source={source} range={range} onMove={move} wrong={wrong} />
        <PreviewCard video={video} at={secondsOf(range.start, source)} />
      </Stack>
      <Card variant="outlined" sx={{ p: { xs: 2, sm: 3 } }}>
        <DraftKeeper stored={storedOf(vectos)} storageKey={draft} />
        <FormFailure resource={vectos.name} paths={order} />
        <ErrorSummary resource={vectos.name} order={order} />
        {needed.map(path => (
          <FieldInput key={path} path={path} required {...shared} />
        ))}
        <CameraHeightInput />
        <FieldInput path="defaultAccessList" required={false} {...shared} />
        <Typography component="h2" variant="subtitle2" sx={{ mt: 1, mb: 1 }}>
          {translate('resources.videos.preflight.title')}
        </Typography>
        <Preflight video={video} />
        <CostPanel video={video} cost={cost} left={left} />
        <Buttons video={video} short={left !== undefined && cost > left} />
      </Card>
    </Box>
  )
}

/** The frame rate that the guidance suggests (specification §9). Frames per second. */
const USUAL_FRAMERATE = 29

/** The clip range of a 360° video, and the name and the settings of its 3D video. */
export const VectoForm = ({ video, draft, earlier, lastHeight }: Props) => {
  const source = sourceVideoOf(Number(video.duration), Number(video.framerate))
  const end = secondsOf(source.last, source)
  const first = {
    name: '',
    mode: vectos.fields.mode?.default,
    framerate: USUAL_FRAMERATE,
    cameraHeight: (!earlier && lastHeight) || null,
    defaultAccessList: [],
    company: video.company,
    video: { ref: `videos/${video.id}`, label: String(video.name ?? '') },
    offsetStart: 0,
    offsetEnd: end,
    duration: end,
    ...settingsOf(earlier),
  }
  return (
    <Form
      warnWhenUnsavedChanges
      shouldFocusError={false}
      disableInvalidFormNotification
      defaultValues={first}
      resetOptions={keepTyped}
      record={{}}
      noValidate
    >
      <Body video={video} source={source} draft={draft} />
    </Form>
  )
}
