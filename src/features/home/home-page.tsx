import { Box, Typography } from '@mui/material'
import { Suspense } from 'react'
import { Title, useTranslate } from 'react-admin'
import type { Language } from '~/model/languages'
import { laterPart } from '~/src/ui/later-part'
import { lazyPart } from '~/src/ui/lazy-part'
import { HomeSkeleton } from './home-skeleton'

// Loaded after the welcome, with the texts of everything that it shows.
const HomeBody = laterPart(() => import('./home-body').then(file => file.HomeBody))
const Downloads = lazyPart(() => import('./downloads').then(file => file.Downloads))

type Props = {
  readonly firstname: string
  readonly lang: Language
  /** False for roles without any section: they have invitations and downloads only. */
  readonly hasSections: boolean
}

/** The first screen: a welcome, what awaits the user, and the numbers and videos of their companies. */
export const HomePage = ({ firstname, lang, hasSections }: Props) => {
  const translate = useTranslate()
  const text = (key: string) => translate(`app.home.${key}`)
  return (
    <Box sx={{ maxWidth: 1240, py: { xs: 2, sm: 4 } }}>
      <Title title={text('title')} />
      <Typography variant="h4" component="h1">
        {firstname ? translate('app.home.hello', { name: firstname }) : text('helloNobody')}
      </Typography>
      <Typography color="text.secondary" sx={{ mt: 0.75, mb: 3, fontSize: '1.0625rem' }}>
        {text('welcome')}
      </Typography>
      {!hasSections && <Typography sx={{ mb: 3 }}>{text('noSections')}</Typography>}
      <Suspense fallback={<HomeSkeleton isFull={hasSections} />}>
        <HomeBody hasSections={hasSections} />
      </Suspense>
      <Suspense>
        <Downloads lang={lang} />
      </Suspense>
    </Box>
  )
}
