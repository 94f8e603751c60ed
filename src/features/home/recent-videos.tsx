import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { Link, useGetList, useLocaleState, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import { inCompany, tabOf } from '~/model/lists/list-address'
import { resourceOf } from '~/model/registry'
import { pathTo } from '~/src/admin/paths'
import { useChosenCompany } from '~/src/admin/rights'
import { describeCreation, useMinute } from '~/src/ui/dates'
import { Section } from '~/src/ui/page'
import { type HomeVideo, Poster } from './poster'

const places = [0, 1, 2, 3, 4, 5]
const SHOWN = places.length

const tabs = { videos: 'completed', vectos: 'completedScenes' } as const

const useReady = (resource: HomeVideo['resource']) => {
  const definition = resourceOf(resource)
  const company = useChosenCompany()?.ref
  const { data, isPending } = useGetList(
    resource,
    {
      pagination: { page: 1, perPage: SHOWN },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { ...inCompany(definition, company), ...tabOf(definition, tabs[resource]).filter },
    },
    { onError: () => undefined },
  )
  return { isPending, videos: (data ?? []).map((record): HomeVideo => ({ resource, record })) }
}

const grid = {
  ...{ display: 'grid', gap: 2, listStyle: 'none', p: 0, m: 0 },
  gridTemplateColumns: {
    xs: 'repeat(2, minmax(0, 1fr))',
    sm: `repeat(${SHOWN / 2}, minmax(0, 1fr))`,
    md: `repeat(${SHOWN}, minmax(0, 1fr))`,
  },
}

const oneLine = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

const Video = ({ video }: { video: HomeVideo }) => {
  const { resource, record } = video
  const translate = useTranslate()
  const [locale] = useLocaleState()
  useMinute()
  const { text, title } = describeCreation(record.createdAt, locale)
  const name = labelOf(resourceOf(resource), record)
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      <Link
        to={pathTo(resource, 'show', record.id) ?? '/'}
        title={name}
        sx={{ display: 'block', fontWeight: 600 }}
      >
        <Poster video={video} width="100%" />
        <Box component="span" sx={{ ...oneLine, mt: 0.75 }}>
          {name}
        </Box>
      </Link>
      <Typography variant="caption" color="text.secondary" title={title} data-printed={title} sx={oneLine}>
        {translate(`app.recent.kinds.${resource}`)} · {text}
      </Typography>
    </Box>
  )
}

const Places = () => (
  <Box aria-hidden sx={grid}>
    {places.map(place => (
      <Box key={place}>
        <Skeleton variant="rounded" sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 9' }} />
        <Skeleton sx={{ mt: 0.75 }} />
        <Skeleton width="60%" />
      </Box>
    ))}
  </Box>
)

/** The latest 360° and 3D videos that are ready, with their pictures. */
export const RecentVideos = () => {
  const translate = useTranslate()
  const lists = [useReady('videos'), useReady('vectos')]
  const latest = lists
    .flatMap(({ videos }) => videos)
    .sort((one, other) => String(other.record.createdAt).localeCompare(String(one.record.createdAt)))
    .slice(0, SHOWN)
  const isPending = lists.some(list => list.isPending)
  return (
    <Section title={translate('app.recent.title')}>
      {isPending && <Places />}
      {!isPending && latest.length === 0 && (
        <Typography color="text.secondary">{translate('app.recent.none')}</Typography>
      )}
      {!isPending && latest.length > 0 && (
        <Box component="ul" aria-label={translate('app.recent.title')} sx={grid}>
          {latest.map(video => (
            <Video key={`${video.resource} ${video.record.id}`} video={video} />
          ))}
        </Box>
      )}
    </Section>
  )
}
