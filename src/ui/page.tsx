import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import LockIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type ComponentType, type ReactNode, useId } from 'react'
import { Link, Title, useTranslate } from 'react-admin'
import { useFailureText } from './failure-text'

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

type HeadingProps = {
  readonly resource: string
  /** If absent, the name of the resource. */
  readonly title?: string
  readonly before?: ReactNode
  /** Next to the title, such as a status. */
  readonly after?: ReactNode
  /** At the end of the title's line, also where the actions do not fit there. */
  readonly menu?: ReactNode
  readonly actions?: ReactNode
}

const inLine = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 } as const

const heading = {
  ...inLine,
  mb: 2,
  '& > h1': { typography: 'h5', fontWeight: 600, m: 0, overflowWrap: 'anywhere', minWidth: 0 },
  '& > .heading-space': { flexGrow: 1 },
  '& > .heading-actions': { ...inLine, order: 1 },
} as const

/** The title of the screen, on the page and in the window's title, and its actions. */
export const PageHeading = ({ resource, title, before, after, menu, actions }: HeadingProps) => {
  const translate = useTranslate()
  const text = title ?? translate(`resources.${resource}.name`, { smart_count: 2 })
  return (
    <Box sx={heading}>
      <Title title={text} />
      {before}
      <h1>{text}</h1>
      {after}
      <div className="heading-space" />
      {menu}
      <div className="heading-actions">{actions}</div>
    </Box>
  )
}

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7]

/** Placeholder rows in the place of the list, to avoid layout shifts. */
export const ListSkeleton = () => {
  const translate = useTranslate()
  return (
    <Stack role="status" data-skeleton aria-label={translate('ra.page.loading')} sx={{ p: 2, gap: 1.25 }}>
      {ROWS.map(row => (
        <Skeleton key={row} variant="rounded" height={32} sx={{ opacity: 1 - row / 10 }} />
      ))}
    </Stack>
  )
}

type Props = {
  readonly icon: ComponentType<{ sx?: object; 'aria-hidden'?: boolean }>
  readonly title: string
  readonly text?: string
  readonly role?: 'alert' | 'status'
  /** The only content of the page: its title is the page's heading. */
  readonly heading?: boolean
  /** The actions to offer. */
  readonly children?: ReactNode
}

/** Replaces missing content with the reason and a next step. */
const illustration = {
  ...{ position: 'relative', width: 104, height: 104, color: 'primary.main' },
  '& > svg:first-of-type': { width: 1, height: 1, overflow: 'visible' },
  '& .facets': { color: 'secondary.main' },
  '& .MuiSvgIcon-root': {
    ...{ position: 'absolute', inset: 0, m: 'auto', width: 48, height: 48, p: 1.25 },
    ...{ borderRadius: '50%', bgcolor: 'background.paper', border: 1, borderColor: 'divider' },
  },
} as const

/** The globe of the logo, half grid and half facets, with an icon in its centre. */
const Illustration = ({ icon: Icon }: Pick<Props, 'icon'>) => (
  <Box aria-hidden sx={illustration}>
    <svg viewBox="5 5 22 22" focusable="false" aria-hidden>
      <g fill="none" stroke="currentColor" strokeWidth="0.5" strokeOpacity="0.55">
        <path d="M16 5.5a10.5 10.5 0 0 0 0 21" />
        <path d="M16 5.5c-4.2 3-5.4 6.4-5.4 10.5s1.2 7.5 5.4 10.5M5.5 16H16M7 10.6h9M7 21.4h9" />
      </g>
      <g className="facets" fill="currentColor">
        <path d="m16 5.5 7.4 3.1L16 16Z" fillOpacity="0.3" />
        <path d="M23.4 8.6 26.5 16H16Z" fillOpacity="0.45" />
        <path d="m26.5 16-3.1 7.4L16 16Z" fillOpacity="0.6" />
        <path d="M23.4 23.4 16 26.5V16Z" fillOpacity="0.75" />
      </g>
    </svg>
    <Icon />
  </Box>
)

export const EmptyState = ({
  icon: Icon,
  title,
  text,
  role = 'status',
  heading = false,
  children,
}: Props) => (
  <Box
    role={role}
    sx={{
      display: 'grid',
      justifyItems: 'center',
      textAlign: 'center',
      gap: 1.5,
      px: 3,
      py: { xs: 5, sm: 8 },
    }}
  >
    <Illustration icon={Icon} />
    <Typography variant="subtitle1" component={heading ? 'h1' : 'p'} sx={{ fontWeight: 600, maxWidth: 560 }}>
      {title}
    </Typography>
    {text && <Typography sx={{ color: 'text.secondary', maxWidth: 560 }}>{text}</Typography>}
    {children}
  </Box>
)

export const AccessDenied = () => {
  const translate = useTranslate()
  const title = translate('errors.accessDenied')
  return (
    <>
      <Title title={title} />
      <EmptyState icon={LockIcon} role="alert" heading title={title} text={translate('admin.accessDenied')}>
        <Button component={Link} to="/home" variant="outlined">
          {translate('admin.toHome')}
        </Button>
      </EmptyState>
    </>
  )
}

type ListFailureProps = { readonly error: unknown; readonly onRetry: () => void }

/** The list could not be loaded: the reason and a retry; previous rows are removed (specification §8). */
export const ListFailure = ({ error, onRetry }: ListFailureProps) => {
  const translate = useTranslate()
  const { reason, reference, code } = useFailureText()(error)
  return (
    <EmptyState
      icon={CloudOffIcon}
      role="alert"
      title={`${translate('errors.serverError')} ${reason}`}
      text={code && [translate('admin.code', { code }), reference].filter(Boolean).join('. ')}
    >
      <Button variant="outlined" onClick={onRetry}>
        {translate('admin.retry')}
      </Button>
    </EmptyState>
  )
}

/** Reports an invalid address and the expected format. */
export const BadAddress = ({ text }: { text: string }) => {
  const translate = useTranslate()
  return (
    <>
      <Title title={translate('app.notFound.title')} />
      <EmptyState icon={LinkOffIcon} role="alert" title={text}>
        <Button component={Link} to="/home" variant="outlined">
          {translate('app.notFound.home')}
        </Button>
      </EmptyState>
    </>
  )
}
