import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useDataProvider, useRecordContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { link } from '~/model/fields'
import { resolveRef, resourceOf } from '~/model/registry'
import { LinkView } from '~/src/admin/fields/link-view'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { noUses, type Use, usesIn } from './uses'

/**
 * What uses the record in context, and how long its deletion can be undone. Nothing where that cannot be read, or as long
 * as it `isPending`.
 */
export const useUses = ({ name }: Resource) => {
  const provider = useDataProvider<PanelDataProvider>()
  const record = useRecordContext()
  const { data = noUses, isPending } = useQuery({
    queryKey: [name, 'uses', record?.id],
    queryFn: async () => usesIn(await provider.part(name, record?.id ?? '', 'uses')),
    // Read once: it is gone when everything is read again after the deletion.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  return { ...data, isPending }
}

const UseLine = ({ use }: { use: Use }) => {
  const translate = useTranslate()
  const kind = translate(`resources.${use.resource}.name`, { smart_count: use.count })
  const unnamed = use.count - use.records.length
  return (
    <li>
      {use.records.length > 0
        ? translate('admin.uses.named', { count: use.count, kind })
        : `${use.count} ${kind}`}
      {use.records.map((value, index) => (
        <span key={value.ref}>
          {index > 0 && ', '}
          <LinkView
            resource={resourceOf(use.resource)}
            path={use.field}
            field={link(resolveRef(value.ref)?.resource.name ?? '')}
            value={value}
          />
        </span>
      ))}
      {use.records.length > 0 && unnamed > 0 && ` ${translate('admin.uses.more', { smart_count: unnamed })}`}
    </li>
  )
}

const headings = [
  { effect: 'blocked', key: 'admin.uses.blocks' },
  { effect: 'deleted', key: 'admin.uses.deleted' },
  { effect: 'cleared', key: 'admin.uses.title' },
] as const

/** What links to a record, with what prevents its deletion first. */
export const UsesList = ({ uses }: { uses: readonly Use[] }) => {
  const translate = useTranslate()
  return headings.map(({ effect, key }) => {
    const some = uses.filter(use => use.effect === effect)
    if (some.length === 0) return null
    return (
      <div key={key}>
        <Typography>{translate(key)}</Typography>
        <Box component="ul" sx={{ my: 0.5, pl: 3, overflowWrap: 'anywhere' }}>
          {some.map(use => (
            <UseLine key={`${use.resource}.${use.field}`} use={use} />
          ))}
        </Box>
      </div>
    )
  })
}
