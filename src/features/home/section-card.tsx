import { Box, Card, CardActionArea, Typography } from '@mui/material'
import { alpha, type Theme } from '@mui/material/styles'
import type { ComponentType } from 'react'
import { LinkBase, useTranslate } from 'react-admin'

export type Section = {
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

export const SectionCard = ({ section: { key, path, icon: Icon } }: { section: Section }) => {
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
