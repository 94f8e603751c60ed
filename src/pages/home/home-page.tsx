import { Box, Typography } from '@mui/material'
import { Title, useTranslate } from 'react-admin'
import { InfoBanner } from '~/src/kit/info-banner'
import { type Section, SectionCard } from './section-card'

const grid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
}

/** The first screen: a word of welcome, and the sections that the user's role opens. */
export const HomePage = ({ firstname, sections }: { firstname: string; sections: readonly Section[] }) => {
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
      <InfoBanner name="home" />
      {sections.length === 0 ? (
        <Typography>{text('noSections')}</Typography>
      ) : (
        <Box component="section" aria-label={text('sections')} sx={grid}>
          {sections.map(section => (
            <SectionCard key={section.key} section={section} />
          ))}
        </Box>
      )}
    </Box>
  )
}
