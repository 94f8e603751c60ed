import CompareIcon from '@mui/icons-material/CompareArrowsOutlined'
import Chip from '@mui/material/Chip'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useGetList, useLocaleState, useRecordContext, useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import type { PanelVersion } from '~/model/record-of'
import { refIn } from '~/model/refs'
import { fileSize } from '~/src/ui/format'
import { EmptyState, ListFailure, ListSkeleton, Section } from '~/src/ui/page'
import { TreeDifference } from './tree-difference'

/** The access lists of a version. */
const accessLists = ['accessList', 'accessGroups'] as const
type AccessList = (typeof accessLists)[number]

/** Entries that an access list of one version has and that of the other lacks. */
const accessChanges = (list: AccessList, before: PanelVersion, after: PanelVersion) => {
  const [old, now] = [before[list] ?? [], after[list] ?? []]
  const without = (some: readonly Link[], others: readonly Link[]) =>
    some.filter(({ ref }) => !others.some(other => other.ref === ref))
  return { added: without(now, old), removed: without(old, now), isEmpty: old.length + now.length === 0 }
}

/** Undefined if the files of both versions have the same content. */
const fileChange = (before: PanelVersion, after: PanelVersion) => {
  const [old, now] = [before.file, after.file]
  if (old?.md5Hash === now?.md5Hash && old?.size === now?.size) return undefined
  return { before: old?.size ?? before.size ?? 0, after: now?.size ?? after.size ?? 0 }
}

type Pair = { readonly before: PanelVersion; readonly after: PanelVersion }

const texts = 'resources.versions.compare'

const Names = ({ title, links }: { title: string; links: readonly Link[] }) =>
  links.length === 0 ? null : (
    <>
      <Typography variant="body2" component="h3" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {title}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', mb: 1.5 }}>
        {links.map(({ ref, label }) => (
          <Chip key={ref} size="small" label={label || ref} />
        ))}
      </Stack>
    </>
  )

const sameTexts = { accessList: 'sameAccess', accessGroups: 'sameGroups' } as const

const ListDifference = ({ list, before, after }: Pair & { readonly list: AccessList }) => {
  const translate = useTranslate()
  const { added, removed, isEmpty } = accessChanges(list, before, after)
  if (isEmpty) return null
  return (
    <Section title={translate(`resources.versions.fields.${list}`)}>
      {added.length + removed.length === 0 && (
        <Typography>{translate(`${texts}.${sameTexts[list]}`)}</Typography>
      )}
      <Names title={translate(`${texts}.gained`)} links={added} />
      <Names title={translate(`${texts}.lost`)} links={removed} />
    </Section>
  )
}

/** People and groups with access to only one of the two versions. */
const AccessDifference = (pair: Pair) =>
  accessLists.map(list => <ListDifference key={list} list={list} {...pair} />)

const FileDifference = ({ before, after }: Pair) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const bare = [before, after].find(({ file }) => !file)
  const change = fileChange(before, after)
  const sizes = change && {
    before: fileSize(change.before, locale),
    after: fileSize(change.after, locale),
  }
  return (
    <Section title={translate('resources.versions.fields.file')}>
      <Typography>
        {bare
          ? translate(`${texts}.noFile`, { revision: bare.revision })
          : translate(`${texts}.${sizes ? 'otherFile' : 'sameFile'}`, sizes)}
      </Typography>
    </Section>
  )
}

/** All other versions of the environment, newest first. */
const useOthers = (record: PanelVersion | undefined) => {
  const answer = useGetList(
    'versions',
    {
      pagination: { page: 1, perPage: 1000 },
      sort: { field: 'revision', order: 'DESC' },
      filter: { environment: refIn(record?.environment) },
    },
    { enabled: record !== undefined, onError: () => undefined },
  )
  return { ...answer, others: (answer.data ?? []).filter(({ id }) => id !== record?.id) }
}

/**
 * The default choice: the previous complete version, since others may have no tree; else the previous one; for the
 * first version, the next one.
 */
const usual = (others: readonly PanelVersion[], { revision }: PanelVersion) => {
  const earlier = others.filter(other => Number(other.revision) < Number(revision))
  return earlier.find(({ status }) => status === 'completed') ?? earlier[0] ?? others.at(-1)
}

const Differences = ({ others, record }: { others: readonly PanelVersion[]; record: PanelVersion }) => {
  const translate = useTranslate()
  const [chosen, choose] = useState<string>()
  const other = others.find(({ id }) => id === chosen) ?? usual(others, record)
  if (!other)
    return (
      <EmptyState
        icon={CompareIcon}
        title={translate('resources.versions.compare.alone')}
        text={translate('resources.versions.compare.aloneText')}
      />
    )
  const isLater = Number(other.revision) > Number(record.revision)
  const [before, after] = isLater ? [record, other] : [other, record]
  return (
    <Stack sx={{ gap: 2 }}>
      <TextField
        select
        size="small"
        label={translate('resources.versions.compare.with')}
        value={String(other.id)}
        onChange={({ target }) => choose(target.value)}
        sx={{ alignSelf: 'flex-start', minWidth: 220 }}
      >
        {others.map(({ id, revision }) => (
          <MenuItem key={id} value={String(id)}>
            {translate('resources.versions.compare.revision', { revision })}
          </MenuItem>
        ))}
      </TextField>
      <TreeDifference before={before} after={after} />
      <AccessDifference before={before} after={after} />
      <FileDifference before={before} after={after} />
    </Stack>
  )
}

/** The differences between a version and another of its environment: tree, access and file. */
export const VersionCompare = () => {
  const record = useRecordContext<PanelVersion>()
  const { others, error, isPending, refetch } = useOthers(record)
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  return <Differences key={record.id} others={others} record={record} />
}
