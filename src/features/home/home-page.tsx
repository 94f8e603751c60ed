import { Box, Card, CardActionArea, Skeleton, Typography } from '@mui/material'
import { alpha, type Theme } from '@mui/material/styles'
import { type ComponentType, Suspense } from 'react'
import { LinkBase, Title, useTranslate } from 'react-admin'
import type { Language } from '~/model/languages'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'

type Section = {
  /** The key of the texts: `menu.<key>` and `app.home.<key>`. */
  readonly key: string
  readonly path: string
  readonly icon: ComponentType<{ className?: string }>
}

const tile = (theme: Theme) => ({
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  mb: 2,
  borderRadius: 2.5,
  color: 'primary.main',
  backgroundColor: alpha(theme.palette.primary.main, 0.11),
})

const SectionCard = ({ section: { key, path, icon: Icon } }: { section: Section }) => {
  const translate = useTranslate()
  return (
    <Card sx={{ '&:hover': { borderColor: 'primary.main' } }}>
      <CardActionArea component={LinkBase} to={path} sx={{ p: 2.5, height: '100%' }}>
        <Box sx={tile}>
          <Icon />
        </Box>
        <Typography variant="h6" component="h2">
          {translate(`menu.${key}`)}
        </Typography>
        <Typography variant="body2" color="text.secondary">
          {translate(`app.home.${key}`)}
        </Typography>
      </CardActionArea>
    </Card>
  )
}

// Loaded after the welcome and the sections, which most users open this page for.
const HomeTop = laterPart(() => import('./home-top').then(file => file.HomeTop))
const Downloads = lazyPart(() => import('./downloads').then(file => file.Downloads))

const Attention = laterPart(() => import('./attention').then(file => file.Attention))
const MyWork = laterPart(() => import('./my-work').then(file => file.MyWork))

/** Side by side if there is enough space. */
const columns = {
  display: 'grid',
  gap: 2,
  mb: 3,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
}

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
}

type Props = {
  readonly firstname: string
  readonly lang: Language
  readonly sections: readonly Section[]
}

/** The first screen: a welcome, items that await the user, and the sections of the user's role. */
export const HomePage = ({ firstname, lang, sections }: Props) => {
  const translate = useTranslate()
  const text = (key: string) => translate(`app.home.${key}`)
  return (
    <Box sx={{ maxWidth: 1080, py: { xs: 2, sm: 4 } }}>
      <Title title={text('title')} />
      <Typography variant="h4" component="h1">
        {firstname ? translate('app.home.hello', { name: firstname }) : text('helloNobody')}
      </Typography>
      <Typography color="text.secondary" sx={{ mt: 0.75, mb: 4, fontSize: '1.0625rem' }}>
        {text('welcome')}
      </Typography>
      <Suspense>
        <HomeTop />
      </Suspense>
      {/* Roles without sections have no lists, so there is nothing to count for them. */}
      {sections.length > 0 && (
        <Box sx={columns}>
          <Suspense fallback={<Skeleton variant="rounded" height={180} />}>
            <Attention />
          </Suspense>
          <Suspense fallback={<Skeleton variant="rounded" height={180} />}>
            <MyWork />
          </Suspense>
        </Box>
      )}
      {sections.length === 0 ? (
        <Typography>{text('noSections')}</Typography>
      ) : (
        <Box component="section" aria-label={text('sections')} sx={grid}>
          {sections.map(section => (
            <SectionCard key={section.key} section={section} />
          ))}
        </Box>
      )}
      <Suspense>
        <Downloads lang={lang} />
      </Suspense>
    </Box>
  )
}
