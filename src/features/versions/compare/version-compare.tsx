import CompareIcon from '@mui/icons-material/CompareArrowsOutlined'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { useGetList, useRecordContext, useTranslate } from 'react-admin'
import type { PanelVersion } from '~/model/record-types'
import { refIn } from '~/model/refs'
import { EmptyState } from '~/src/ui/empty-state'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { AccessDifference, FileDifference } from './fact-differences'
import { TreeDifference } from './tree-difference'

/** Every version of the environment but this one, the newest first. */
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

/** The complete one before it: others may have no tree. Else the one before it; of the first, the one after it. */
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

/** What is different between a version and another of its environment: tree, access and file. */
export const VersionCompare = () => {
  const record = useRecordContext<PanelVersion>()
  const { others, error, isPending, refetch } = useOthers(record)
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (isPending || !record) return <ListSkeleton />
  return <Differences key={record.id} others={others} record={record} />
}
