import CloudOffIcon from '@mui/icons-material/CloudOffOutlined'
import LinkOffIcon from '@mui/icons-material/LinkOff'
import LockIcon from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ComponentType, ReactNode } from 'react'
import { Link, Title, useTranslate } from 'react-admin'
import { useFailureText } from './failure-text'

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
    <Icon aria-hidden sx={{ fontSize: 44, color: 'text.disabled' }} />
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
