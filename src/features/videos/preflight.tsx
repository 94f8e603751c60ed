import GoodIcon from '@mui/icons-material/CheckCircleOutline'
import BadIcon from '@mui/icons-material/ErrorOutline'
import UnknownIcon from '@mui/icons-material/HelpOutline'
import WeakIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import type { SvgIconProps } from '@mui/material/SvgIcon'
import Typography from '@mui/material/Typography'
import type { ComponentType } from 'react'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import { isFieldCode } from '~/model/errors'
import type { PanelVideo } from '~/model/record-of'
import { type Check, type CheckState, checksOf, readSurvey } from '~/model/video/preflight'
import { Missing } from '~/src/admin/fields/field-view'
import { percent } from '~/src/ui/format'

type Mark = { readonly Icon: ComponentType<SvgIconProps>; readonly colour: SvgIconProps['color'] }

const marks: Readonly<Record<CheckState, Mark>> = {
  good: { Icon: GoodIcon, colour: 'success' },
  weak: { Icon: WeakIcon, colour: 'warning' },
  bad: { Icon: BadIcon, colour: 'error' },
  unknown: { Icon: UnknownIcon, colour: 'disabled' },
}

const useFigures = (video: PanelVideo) => {
  const [locale] = useLocaleState()
  const survey = readSurvey(video.preflight)
  return {
    size: `${video.width} × ${video.height}`,
    dark: percent(survey?.dark ?? 0, locale),
    share: percent(survey?.measured ?? 0, locale),
  }
}

const Line = ({ check: { name, state, text }, figures }: { check: Check; figures: object }) => {
  const translate = useTranslate()
  const { Icon, colour } = marks[state]
  const key = 'resources.videos.preflight'
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Icon color={colour} fontSize="small" titleAccess={translate(`${key}.states.${state}`)} />
      <Typography component="span" variant="body2" sx={{ minWidth: 0 }}>
        <b>{translate(`${key}.${name}.name`)}</b>{' '}
        {translate(isFieldCode(text) ? `validation.${text}` : `${key}.${name}.${text}`, figures)}
      </Typography>
    </Box>
  )
}

/** Which properties of a 360° video suit a 3D video, which will weaken it, and the remedies. */
export const Preflight = ({ video }: { video: PanelVideo }) => {
  const figures = useFigures(video)
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75, maxWidth: 720 }}>
      {checksOf(video).map(check => (
        <Line key={check.name} check={check} figures={figures} />
      ))}
    </Box>
  )
}

/** `Preflight` as a field of the record in context, once it is probed. */
export const PreflightOfRecord = () => {
  const video = useRecordContext<PanelVideo>()
  return video?.width ? <Preflight video={video} /> : <Missing />
}
