import Alert from '@mui/material/Alert'
import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useGetList, useRecordContext, useTranslate } from 'react-admin'
import { useWatch } from 'react-hook-form'
import type { ViewProps } from '~/src/admin/admin-config'
import { BooleanView } from '~/src/admin/fields/kinds'

type Template = { readonly id: string; readonly name: string; readonly action: string }

/** More active templates than any platform has: there are seven actions. */
const MOST = 100

/** The active templates, the newest first: the server sends the first one of an action. */
const useActive = () =>
  useGetList<Template>(
    'templates',
    {
      filter: { active: true, type: 'email' },
      sort: { field: 'createdAt', order: 'DESC' },
      pagination: { page: 1, perPage: MOST },
    },
    { staleTime: 30_000, retry: false, onError: () => undefined },
  ).data

const ofAction = (templates: readonly Template[], action: unknown) =>
  templates.filter(each => each.action === action)

/** Whether a template is active, and if several are for its action, which one of them is sent. */
export const TemplateUse = (props: ViewProps) => {
  const translate = useTranslate()
  const record = useRecordContext<Template & { active: boolean }>()
  const active = useActive()
  if (!record) return null
  const [used] = record.active && active ? ofAction(active, record.action) : []
  return (
    <Stack
      component="span"
      direction="row"
      useFlexGap
      sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}
    >
      <BooleanView {...props} value={record.active} />
      {used?.id === record.id && (
        <Chip
          size="small"
          color="success"
          variant="outlined"
          label={translate('resources.templates.use.used')}
        />
      )}
      {used && used.id !== record.id && (
        <Typography component="span" variant="body2" sx={{ color: 'warning.main' }}>
          {translate('resources.templates.use.other', { name: used.name })}
        </Typography>
      )}
    </Stack>
  )
}

/** Warns in the form of a template that another active one is sent, or that this one replaces it. */
export const TemplateUseNotice = () => {
  const translate = useTranslate()
  const record = useRecordContext<Template>()
  const active = useActive()
  const values: unknown[] = useWatch({ name: ['action', 'active'] })
  const [action, isActive] = values
  const all = isActive === true && active ? ofAction(active, action) : []
  const [newest] = all
  const others = all.filter(({ id }) => id !== record?.id)
  const [other] = others
  if (!newest || !other) return null
  // The newest one is sent: a new template is newer than all others.
  const isUsed = record === undefined || newest.id === record.id
  return (
    <Alert severity={isUsed ? 'info' : 'warning'}>
      {translate(`resources.templates.use.${isUsed ? 'replaces' : 'unused'}`, {
        name: isUsed ? other.name : newest.name,
      })}
    </Alert>
  )
}
