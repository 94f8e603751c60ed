import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { useActor } from '~/src/admin/rights'
import { Section } from '~/src/ui/page'

/** The places where a 3D video plays; `file`: with the downloaded file. */
const places = [
  { name: 'browser', file: false },
  { name: 'headset', file: false },
  { name: 'quest', file: true },
  { name: 'visionPro', file: true },
  { name: 'youtube', file: true },
] as const

const definition = resourceOf('vectos')

const grid = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'minmax(180px, 1fr) 3fr' },
  columnGap: 3,
  m: 0,
  '& dt': { fontWeight: 600 },
  '& dd': { m: 0, mb: { xs: 2, sm: 1.5 }, color: 'text.secondary' },
} as const

/** Where a completed 3D video plays, and what to do there; with its file only for roles that may download it. */
export const WhereItPlays = () => {
  const translate = useTranslate()
  const { role } = useActor()
  const mayDownload = definition.fields['files.data']?.fetch?.only?.includes(role) === true
  const buttons = {
    button: translate('admin.player.headset'),
    glasses: translate('admin.player.modes.anaglyph'),
    beside: translate('admin.player.modes.side-by-side'),
  }
  return (
    <Section title={translate('resources.vectos.where.title')}>
      <Box component="dl" sx={grid}>
        {places
          .filter(({ file }) => mayDownload || !file)
          .map(({ name }) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <Typography component="dt" variant="body2">
                {translate(`resources.vectos.where.${name}.name`)}
              </Typography>
              <Typography component="dd" variant="body2">
                {translate(`resources.vectos.where.${name}.text`, buttons)}
              </Typography>
            </Box>
          ))}
      </Box>
    </Section>
  )
}
