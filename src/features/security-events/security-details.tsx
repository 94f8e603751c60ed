import ArrowIcon from '@mui/icons-material/ArrowRightAlt'
import Stack from '@mui/material/Stack'
import { useRecordContext, useTranslate } from 'react-admin'
import { asObject } from '~/model/objects'
import type { OwnCell, Words } from '~/src/admin/admin-config'
import { Missing } from '~/src/admin/fields/field-view'

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** Roles and states are translated; addresses are shown unchanged. */
const nameOf = (event: string, value: unknown, translate: Words['translate']) => {
  const key = { roleChanged: 'roles', statusChanged: 'resources.users.choices.status' }[event]
  return key ? translate(`${key}.${text(value)}`, { _: text(value) }) : text(value)
}

/** The old and the new value of a change, or the refused action and the reason. */
const partsOf = (record: Readonly<Record<string, unknown>>, translate: Words['translate']) => {
  const details = asObject(record.details)
  const event = text(record.event)
  if ('to' in details)
    return { from: nameOf(event, details.from, translate), to: nameOf(event, details.to, translate) }
  const code = text(details.code)
  const parts = [text(details.email), text(details.action), code && translate(`errors.${code}`, { _: code })]
  return { said: parts.filter(Boolean).join(' · ') }
}

/** The details in an exported table. */
export const securityCell: OwnCell = (record, { translate }) => {
  const { said, from, to } = partsOf(record, translate)
  return said ?? `${from} → ${to}`
}

/** The details on the screen. */
export const SecurityDetails = () => {
  const record = useRecordContext()
  const translate = useTranslate()
  const { said, from, to } = partsOf(record ?? {}, translate)
  if (said === undefined)
    return (
      <Stack
        component="span"
        direction="row"
        useFlexGap
        sx={{ gap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}
      >
        <span>{from}</span>
        <ArrowIcon
          fontSize="small"
          titleAccess={translate('events.became')}
          sx={{ color: 'text.disabled' }}
        />
        <span>{to}</span>
      </Stack>
    )
  return said ? <span style={{ overflowWrap: 'anywhere' }}>{said}</span> : <Missing />
}
