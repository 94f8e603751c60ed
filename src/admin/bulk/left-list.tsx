import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { pathTo } from '~/src/admin/paths'
import { BackendError } from '~/src/api/backend-error'
import type { LeftRecord } from '~/src/api/contract/bulk-calls'
import { toHttpError } from '~/src/api/contract/failures'
import { useFailureText } from '~/src/ui/failure-text'

/** Records that are named for each reason. */
const NAMED = 5

const reasonOf = ({ code, params }: LeftRecord) => `${code} ${JSON.stringify(params)}`

const byReason = (left: readonly LeftRecord[]) => {
  const groups = new Map<string, LeftRecord[]>()
  for (const each of left) groups.set(reasonOf(each), [...(groups.get(reasonOf(each)) ?? []), each])
  return [...groups.values()]
}

type Props = {
  readonly resource: Resource
  readonly left: readonly LeftRecord[]
  /** The ids of the chosen records, as the list names them. */
  readonly ids: readonly string[]
}

const Named = ({ resource, left, ids }: Props) => {
  const translate = useTranslate()
  const named = left.filter(({ label }) => label !== '').slice(0, NAMED)
  if (named.length === 0) return null
  const more = left.length - named.length
  return (
    <>
      {named.map(({ uid, label }, index) => {
        const path = pathTo(resource.name, 'show', ids.find(id => uidOf(id) === uid) ?? uid)
        return (
          <span key={uid}>
            {index > 0 ? ', ' : ' '}
            {path ? (
              <Link component={RouterLink} to={path}>
                {label}
              </Link>
            ) : (
              label
            )}
          </span>
        )
      })}
      {more > 0 && ` ${translate('admin.uses.more', { smart_count: more })}`}
    </>
  )
}

/** What is left as it is: how many for each reason, and the first of them by name. */
export const LeftList = ({ resource, left, ids }: Props) => {
  const textOf = useFailureText()
  const textFor = ({ code, params }: LeftRecord) =>
    textOf(toHttpError(new BackendError(409, code, code, { body: { params } }))).reason
  return (
    <Box component="ul" sx={{ m: 0, pl: 3, overflowWrap: 'anywhere' }}>
      {byReason(left).map(([first, ...rest]) =>
        first ? (
          <Typography component="li" variant="body2" key={reasonOf(first)}>
            {rest.length + 1} – {textFor(first)}
            <Named resource={resource} left={[first, ...rest]} ids={ids} />
          </Typography>
        ) : null,
      )}
    </Box>
  )
}
