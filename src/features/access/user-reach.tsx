import ReachIcon from '@mui/icons-material/KeyOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import { isLink } from '~/model/fields'
import type { PanelUser } from '~/model/record-of'
import { users } from '~/model/resources/users'
import { DialogAction } from '~/src/admin/actions/dialog-action'
import { type ActionsProps, useOffer } from '~/src/admin/admin-config'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { count } from '~/src/ui/format'
import { ListFailure, ListSkeleton } from '~/src/ui/page'
import { type CountedReach, isReach, listItem } from './party-list'

/** Operations with the same scopes share a sentence. */
const byScopes = ({ abilities }: CountedReach) => {
  const groups = new Map<string, CountedReach['abilities'][number][]>()
  for (const ability of abilities) {
    const key = ability.because.join(' ')
    groups.set(key, [...(groups.get(key) ?? []), ability])
  }
  return [...groups.values()]
}

const Line = ({ reach, company }: { reach: CountedReach; company: string }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const listOf = (texts: readonly string[]) => new Intl.ListFormat(locale).format(texts)
  return (
    <Box component="li" sx={listItem}>
      <Typography sx={{ fontWeight: 600 }}>
        {translate(`resources.${reach.resource}.name`, { smart_count: 2, _: reach.resource })}
        {reach.count !== null && (
          <Typography component="span" color="text.secondary">
            {' · '}
            {count(reach.count, locale)}
          </Typography>
        )}
      </Typography>
      {byScopes(reach).map(group => (
        <Typography key={group[0]?.name}>
          {translate('access.reach.line', {
            what: listOf(group.map(({ name }) => translate(`access.reach.abilities.${name}`))),
            which: listOf(
              (group[0]?.because ?? []).map(scope => translate(`access.reach.scopes.${scope}`, { company })),
            ),
          })}
        </Typography>
      ))}
    </Box>
  )
}

const Content = ({ user }: { user: PanelUser }) => {
  const translate = useTranslate()
  const { data, error, refetch } = useLazyField(users.name, user.id, 'reach')
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (!isReach(data)) return <ListSkeleton />
  const company = isLink(user.company) ? user.company.label : ''
  return (
    <>
      {!data.active && (
        <Alert severity="info" sx={{ mb: 2 }}>
          {translate('access.reach.inactive')}
        </Alert>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {data.reach.map(reach => (
          <Line key={reach.resource} reach={reach} company={company} />
        ))}
      </Box>
    </>
  )
}

type Props = { readonly user: PanelUser; readonly onClose: () => void }

/** Records that a user can see and change in the panel, by kind, and the scope of their role's grants that allows it. */
const ReachDialog = ({ user, onClose }: Props) => {
  const translate = useTranslate()
  const titleId = useId()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>
        {translate('access.reach.title', { name: labelOf(users, user) })}
      </DialogTitle>
      <DialogContent tabIndex={0}>
        <Content user={user} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

/** Opens the access of the user in context. */
export const UserReach = ({ Button }: Pick<ActionsProps, 'Button'>) => {
  const translate = useTranslate()
  const record = useRecordContext<PanelUser>()
  if (!useOffer('access') || !record) return null
  return (
    <DialogAction
      Button={Button}
      label={translate('access.reach.open')}
      icon={<ReachIcon fontSize="small" />}
    >
      {close => <ReachDialog user={record} onClose={close} />}
    </DialogAction>
  )
}
