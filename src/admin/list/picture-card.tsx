import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import CardActionArea from '@mui/material/CardActionArea'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type PointerEvent, useEffect, useState } from 'react'
import { Link, type RaRecord, useRecordContext } from 'react-admin'
import type { Picture, Resource } from '~/model/define'
import { isFile } from '~/model/fields'
import { RowButtons } from '~/src/admin/actions/action-buttons'
import { FieldView, PictureImage } from '~/src/admin/fields/field-view'
import { pathTo, useRecordTitle } from '~/src/admin/paths'
import { mayOpen, useActor } from '~/src/admin/rights'
import { pictureAt, readTimeline } from '~/src/player/timeline-images'
import { useShownUrl } from '~/src/player/use-shown-url'

/** Milliseconds for each image while the keyboard focus is on the card. */
const PACE = 500

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The images of a video's timeline, from the first touch of the pointer or the focus on. */
const useTimeline = (resource: Resource, record: RaRecord, picture: Picture<string>, enabled: boolean) => {
  const { sprite, images } = picture.timeline ?? {}
  const timeline = readTimeline(images && record[images])
  const has = sprite !== undefined && isFile(record[sprite]) && timeline !== null
  const { data } = useShownUrl(resource.name, String(record.id), sprite ?? '', enabled && has)
  return data && timeline ? { url: data, timeline } : undefined
}

type PosterProps = {
  readonly resource: Resource
  readonly picture: Picture<string>
  readonly focused: boolean
}

/** The picture of a video: the pointer looks through it from left to right, the focus plays its images. */
const Poster = ({ resource, picture, focused }: PosterProps) => {
  const record = useRecordContext()
  const [share, setShare] = useState<number>()
  const moving = focused || share !== undefined
  const sheet = useTimeline(resource, record ?? { id: '' }, picture, moving)
  const count = sheet?.timeline.count ?? 0
  const [step, setStep] = useState(0)
  useEffect(() => {
    if (!focused || count === 0 || isStill()) return undefined
    const timer = setInterval(() => setStep(before => (before + 1) % count), PACE)
    return () => clearInterval(timer)
  }, [focused, count])
  const follow = (event: PointerEvent) => {
    if (event.pointerType === 'touch') return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setShare(Math.min(0.999, Math.max(0, (event.clientX - left) / width)))
  }
  const index = share === undefined ? step : Math.floor(share * count)
  return (
    <Box
      className="card-picture"
      onPointerMove={follow}
      onPointerLeave={() => setShare(undefined)}
      sx={{ position: 'relative' }}
    >
      <PictureImage picture={picture} size="large" />
      {sheet && moving && (
        <>
          <Box
            aria-hidden
            data-image={index}
            sx={{ position: 'absolute', inset: 0 }}
            style={pictureAt(sheet.url, sheet.timeline, index * sheet.timeline.every)}
          />
          <Box
            aria-hidden
            sx={{ position: 'absolute', left: 0, bottom: 0, height: 3, bgcolor: 'secondary.main' }}
            style={{ width: `${((index + 1) / count) * 100}%` }}
          />
        </>
      )}
    </Box>
  )
}

/** Facts below the name on a card: columns of the list that are short. */
const factsOf = ({ fields, list }: Resource) =>
  list.columns
    .map(each => (typeof each === 'string' ? each : each.path))
    .filter(path => fields[path]?.format === 'seconds' || path === 'createdAt')
    .slice(0, 2)

/** A record as a card of the grid, for resources whose records have a picture. */
export const PictureCard = ({ resource }: { readonly resource: Resource }) => {
  const record = useRecordContext()
  const actor = useActor()
  const titleOf = useRecordTitle(resource)
  const [focused, setFocused] = useState(false)
  if (!record || !resource.picture) return null
  const name = titleOf(record)
  const path = mayOpen(resource, actor, record) ? pathTo(resource.name, 'show', record.id) : undefined
  const face = (
    <>
      <Poster resource={resource} picture={resource.picture} focused={focused} />
      <Typography title={name} noWrap sx={{ fontWeight: 560, px: 1.5, pt: 1 }}>
        {name}
      </Typography>
    </>
  )
  return (
    <Card variant="outlined" component="article" sx={{ display: 'flex', flexDirection: 'column' }}>
      {path ? (
        <CardActionArea
          component={Link}
          to={path}
          aria-label={name}
          onFocusVisible={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        >
          {face}
        </CardActionArea>
      ) : (
        face
      )}
      <Stack direction="row" sx={{ alignItems: 'center', gap: 1.5, pl: 1.5, pr: 0.5, pb: 0.5 }}>
        {factsOf(resource).map(each => (
          <Typography key={each} component="div" variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            <FieldView resource={resource} path={each} />
          </Typography>
        ))}
        <Box sx={{ ml: 'auto' }}>
          <RowButtons resource={resource} />
        </Box>
      </Stack>
    </Card>
  )
}
