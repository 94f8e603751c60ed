import ArrowIcon from '@mui/icons-material/ArrowRightAlt'
import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { RecordContextProvider, useRecordContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { isResourceName, resourceOf } from '~/model/registry'
import { labelKey } from '~/src/kit/labels'
import { FieldView } from '~/src/kit/views/field-view'
import { Missing } from '~/src/kit/views/missing'
import { changesIn, nested } from './changes'

const Value = ({ resource, path, value }: { resource: Resource; path: string; value: unknown }) => (
  <RecordContextProvider value={{ id: path, ...nested(path, value) }}>
    <FieldView resource={resource} path={path} />
  </RecordContextProvider>
)

/** What an update changed, from what to what, in the words of the resource that changed. */
export const EventChanges = () => {
  const record = useRecordContext()
  const translate = useTranslate()
  const name = String(record?.type ?? '')
  const { changes, note } = changesIn(record?.args)
  if (note) return <span>{note}</span>
  if (changes.length === 0 || !isResourceName(name)) return <Missing />
  const resource = resourceOf(name)
  return (
    <Stack component="ul" sx={{ gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
      {changes.map(({ path, from, to }) => (
        <Stack
          key={path}
          component="li"
          direction="row"
          useFlexGap
          sx={{ gap: 0.75, alignItems: 'center', flexWrap: 'wrap' }}
        >
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {translate(labelKey(name, path), { _: path })}
          </Box>
          <Value resource={resource} path={path} value={from} />
          <ArrowIcon
            fontSize="small"
            titleAccess={translate('events.became')}
            sx={{ color: 'text.disabled' }}
          />
          <Value resource={resource} path={path} value={to} />
        </Stack>
      ))}
    </Stack>
  )
}
