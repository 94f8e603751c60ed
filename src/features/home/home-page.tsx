import { Box, Skeleton, Typography } from '@mui/material'
import { Suspense } from 'react'
import { Title, useTranslate } from 'react-admin'
import type { Language } from '~/model/languages'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { type Section, SectionCard } from './section-card'

// Loaded after the welcome and the sections, which most users come for.
const HomeTop = lazyPart(() => import('./home-top').then(file => ({ default: file.HomeTop })))
const Downloads = lazyPart(() => import('./downloads').then(file => ({ default: file.Downloads })))

const Attention = laterPart(() => import('./attention').then(file => ({ default: file.Attention })))
const MyWork = laterPart(() => import('./my-work').then(file => ({ default: file.MyWork })))

/** Side by side where there is room. */
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

/** The first screen: a welcome, the items that await the user, and the sections of the user's role. */
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
