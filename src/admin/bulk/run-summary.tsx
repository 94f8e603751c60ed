import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useGetMany, useLocaleState, useTranslate } from 'react-admin'
import { labelOf } from '~/model/access'
import { BULK_CHUNK } from '~/model/bulk'
import type { Resource } from '~/model/define'
import { uidOf } from '~/model/refs'
import { pathTo } from '~/src/admin/paths'
import { BackendError } from '~/src/api/backend-error'
import type { LeftRecord } from '~/src/api/contract/bulk-calls'
import { toHttpError } from '~/src/api/contract/records'
import { useFailureText } from '~/src/ui/failure-text'
import { count, duration } from '~/src/ui/format'
import type { Phase, RunState } from './use-bulk-run'

/** Records that are named; the rest is counted. */
const CHOSEN_NAMED = 10

type ChosenNamesProps = {
  readonly resource: Resource
  /** The ids of the records, as the list names them. */
  readonly ids: readonly string[]
}

/** The first of some records by name, also where the list does not show them; people with their e-mail. */
const ChosenNames = ({ resource, ids }: ChosenNamesProps) => {
  const translate = useTranslate()
  const first = ids.slice(0, CHOSEN_NAMED)
  const { data = [] } = useGetMany(
    resource.name,
    { ids: [...first] },
    { enabled: first.length > 0, onError: () => undefined },
  )
  const named = data.flatMap(record => {
    const label = record ? labelOf(resource, record) : ''
    const needsEmail = typeof record?.email === 'string' && record.email !== label
    return label === ''
      ? []
      : [{ id: String(record?.id), text: needsEmail ? `${label} (${record.email})` : label }]
  })
  if (named.length === 0) return null
  const more = ids.length - named.length
  return (
    <Typography component="ul" variant="body2" sx={{ m: 0, pl: 3, overflowWrap: 'anywhere' }}>
      {named.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
      {more > 0 && <li>{translate('admin.uses.more', { smart_count: more })}</li>}
    </Typography>
  )
}

/** Records that are named for each reason. */
const LEFT_NAMED = 5

const reasonOf = ({ code, params }: LeftRecord) => `${code} ${JSON.stringify(params)}`

const byReason = (left: readonly LeftRecord[]) => {
  const groups = new Map<string, LeftRecord[]>()
  for (const each of left) groups.set(reasonOf(each), [...(groups.get(reasonOf(each)) ?? []), each])
  return [...groups.values()]
}

type LeftListProps = {
  readonly resource: Resource
  readonly left: readonly LeftRecord[]
  /** The ids of the chosen records, as the list names them. */
  readonly ids: readonly string[]
}

const Named = ({ resource, left, ids }: LeftListProps) => {
  const translate = useTranslate()
  const named = left.filter(({ label }) => label !== '').slice(0, LEFT_NAMED)
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

/** The records left unchanged: a count for each reason, and the first of them by name. */
const LeftList = ({ resource, left, ids }: LeftListProps) => {
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

/** Records in a second, and the seconds that the rest will take; undefined until the first are done. */
const paceOf = (handled: number, total: number, since: number) => {
  const seconds = (Date.now() - since) / 1000
  if (handled === 0 || seconds === 0) return undefined
  const speed = handled / seconds
  return { speed, left: Math.ceil((total - handled) / speed) }
}

/** How many records are done, how fast, and how long the rest will take. */
const RunProgress = ({ state: { answer, total, since } }: { state: RunState }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const handled = answer.done.length + answer.left.length
  const pace = paceOf(handled, total, since)
  const share = total > 0 ? (100 * handled) / total : 0
  return (
    <Stack sx={{ gap: 1 }}>
      <LinearProgress
        variant="determinate"
        value={share}
        aria-label={translate('admin.bulk.progress')}
        aria-valuetext={`${handled} / ${total}`}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
        {translate('admin.bulk.handled', { done: count(handled, locale), total: count(total, locale) })}
        {pace &&
          ` · ${translate('admin.bulk.pace', {
            speed: count(Math.max(1, Math.round(pace.speed)), locale),
            left: duration(pace.left),
          })}`}
      </Typography>
    </Stack>
  )
}

/** The texts of each phase: what is or will be done, and what is left. */
const texts: Readonly<Record<Phase, { readonly done: string; readonly left: string }>> = {
  checking: { done: 'checking', left: 'willLeave' },
  checked: { done: 'willChange', left: 'willLeave' },
  running: { done: 'running', left: 'leaves' },
  ended: { done: 'changed', left: 'hasLeft' },
  undoing: { done: 'undoing', left: 'leaves' },
  undone: { done: 'undone', left: 'hasLeft' },
}

export const isBusy = (phase: Phase) => ['checking', 'running', 'undoing'].includes(phase)

type Props = {
  readonly resource: Resource
  readonly action: string
  readonly state: RunState
  readonly ids: readonly string[]
}

/** Describes the effect on some records: in the action's own words if it has any, else in the shared ones. */
const useBulkText = (act: string) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return (key: string, some: readonly unknown[]) => {
    const values = { smart_count: some.length, count: count(some.length, locale) }
    const shared = translate(`admin.bulk.${key}`, values)
    return translate(`admin.bulk.${act}.${key}`, { ...values, _: shared })
  }
}

/** The ids of records as the list names them, by their uids. */
const idsOf = (uids: readonly string[], ids: readonly string[]) => {
  const wanted = new Set(uids)
  return ids.filter(id => wanted.has(uidOf(id)))
}

/** The progress and result of a run in words: records to change, records left unchanged with the reason, how it ended. */
export const RunSummary = ({ resource, action, state, ids }: Props) => {
  const translate = useTranslate()
  const say = useBulkText(resource.bulk?.[action]?.act ?? action)
  const textOf = useFailureText()
  const [locale] = useLocaleState()
  const { phase, answer, error, cancelled } = state
  const { done, left } = texts[phase]
  const allLeft = [...state.spared, ...answer.left]
  const inParts = phase === 'checked' && state.total > BULK_CHUNK && resource.bulk?.[action]?.limited
  return (
    <Stack sx={{ gap: 2 }}>
      <Typography role="status">{say(done, answer.done)}</Typography>
      {phase === 'checked' && <ChosenNames resource={resource} ids={idsOf(answer.done, ids)} />}
      {isBusy(phase) && <RunProgress state={state} />}
      {error !== null && <Alert severity="error">{textOf(error).text}</Alert>}
      {cancelled && error === null && <Alert severity="info">{translate('admin.bulk.cancelled')}</Alert>}
      {inParts && (
        <Alert severity="info">{translate('admin.bulk.inParts', { count: count(BULK_CHUNK, locale) })}</Alert>
      )}
      {allLeft.length > 0 && (
        <div>
          <Typography>{say(left, allLeft)}</Typography>
          <LeftList resource={resource} left={allLeft} ids={ids} />
        </div>
      )}
    </Stack>
  )
}
