import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Title, useTranslate } from 'react-admin'

/** A part of a page with its own title. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card variant="outlined" component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={id} component="h2" variant="h6" sx={{ mb: 2 }}>
        {title}
      </Typography>
      {children}
    </Card>
  )
}

type Props = {
  readonly resource: string
  /** If absent, the name of the resource. */
  readonly title?: string
  readonly before?: ReactNode
  /** Next to the title, such as a status. */
  readonly after?: ReactNode
  readonly actions?: ReactNode
}

/** The title of the screen, on the page and in the window's title, and its actions. */
export const PageHeading = ({ resource, title, before, after, actions }: Props) => {
  const translate = useTranslate()
  const text = title ?? translate(`resources.${resource}.name`, { smart_count: 2 })
  return (
    <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 2 }}>
      <Title title={text} />
      {before}
      <Typography variant="h5" component="h1" sx={{ fontWeight: 600, overflowWrap: 'anywhere', minWidth: 0 }}>
        {text}
      </Typography>
      {after}
      <Box sx={{ flexGrow: 1 }} />
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap', order: 1 }}>
        {actions}
      </Stack>
    </Stack>
  )
}
