import ArrowIcon from '@mui/icons-material/ArrowRightAlt'
import Stack from '@mui/material/Stack'
import { useRecordContext, useTranslate } from 'react-admin'
import { isObject } from '~/model/objects'
import { Missing } from '~/src/admin/fields/missing'

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value))

/** Roles and states are translated; addresses are shown unchanged. */
const useNameOf = () => {
  const translate = useTranslate()
  return (event: string, value: unknown) => {
    const key = { roleChanged: 'roles', statusChanged: 'resources.users.choices.status' }[event]
    return key ? translate(`${key}.${text(value)}`, { _: text(value) }) : text(value)
  }
}

/** The old and the new value of a change, or what was refused and why. */
export const SecurityDetails = () => {
  const record = useRecordContext()
  const translate = useTranslate()
  const nameOf = useNameOf()
  const details = isObject(record?.details) ? record.details : {}
  const event = text(record?.event)
  if ('to' in details)
    return (
      <Stack
        component="span"
        direction="row"
        useFlexGap
        sx={{ gap: 0.5, flexWrap: 'wrap', alignItems: 'center' }}
      >
        <span>{nameOf(event, details.from)}</span>
        <ArrowIcon
          fontSize="small"
          titleAccess={translate('events.became')}
          sx={{ color: 'text.disabled' }}
        />
        <span>{nameOf(event, details.to)}</span>
      </Stack>
    )
  const code = text(details.code)
  const parts = [text(details.email), text(details.action), code && translate(`errors.${code}`, { _: code })]
  const said = parts.filter(Boolean).join(' · ')
  return said ? <span style={{ overflowWrap: 'anywhere' }}>{said}</span> : <Missing />
}
