import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import Stack from '@mui/material/Stack'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useDataProvider, useListContext, useLocaleState, useRefresh, useTranslate } from 'react-admin'
import { BULK_MOST } from '~/model/bulk'
import type { Resource } from '~/model/define'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { useToast } from '~/src/ui/use-toast'
import { BulkDialog } from './bulk-dialog'
import { useBulkLabel } from './bulk-labels'
import { useBulkActions } from './use-bulk-actions'

/** Under the app bar, over the rows: what is chosen further down is acted on there. */
const styles = {
  ...{ position: 'sticky', top: 56, zIndex: 3 },
  ...{ flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1 },
  bgcolor: 'background.paper',
  backgroundImage: ({ palette: { action } }: Theme) =>
    `linear-gradient(${action.selected}, ${action.selected})`,
} as const

/** What gets the focus is not scrolled under the bar, which may have three lines on a phone. */
const scrollingUnderIt = { html: { scrollPaddingTop: 200 } } as const

/** Chooses all rows that match the list's filters, on all its pages. */
const ChooseAll = ({ resource }: { resource: Resource }) => {
  const provider = useDataProvider<PanelDataProvider>()
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const toast = useToast()
  const textOf = useFailureText()
  const [busy, setBusy] = useState(false)
  const { total = 0, selectedIds = [], onSelect, filter, filterValues } = useListContext()
  if (selectedIds.length >= total) return null
  const choose = async () => {
    setBusy(true)
    try {
      const { matching } = await provider.many()
      const ids = await matching(resource.name, { ...filterValues, ...filter })
      onSelect(ids)
      if (ids.length === BULK_MOST && total > BULK_MOST)
        toast(translate('admin.bulk.most', { count: count(BULK_MOST, locale) }), 'warning')
    } catch (error) {
      toast(textOf(error).text, 'error')
    }
    setBusy(false)
  }
  return (
    <Button size="small" loading={busy} onClick={choose}>
      {translate('admin.bulk.all', { smart_count: total, count: count(total, locale) })}
    </Button>
  )
}

/** What can be done to the chosen rows of a list. */
export const BulkBar = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const refresh = useRefresh()
  const labelOf = useBulkLabel(resource)
  const actions = useBulkActions(resource)
  const { selectedIds = [], onSelect, onUnselectItems, data = [] } = useListContext()
  const [asked, setAsked] = useState<{ readonly action: string; readonly ids: readonly string[] }>()
  const chosen = selectedIds.length
  // Another page, or a filter that was set afterwards, does not show them: an action concerns them all the same.
  const hidden = selectedIds.filter(id => !data.some(record => record.id === id)).length
  const close = (rest: readonly string[]) => {
    setAsked(undefined)
    onSelect([...rest])
    refresh()
  }
  return (
    <>
      {chosen > 0 && (
        <Stack role="toolbar" aria-label={translate('admin.bulk.toolbar')} direction="row" sx={styles}>
          <GlobalStyles styles={scrollingUnderIt} />
          <Typography variant="body2" role="status" sx={{ fontWeight: 600 }}>
            {translate('admin.bulk.chosen', { smart_count: chosen, count: count(chosen, locale) })}
          </Typography>
          {hidden > 0 && (
            <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
              {translate('admin.bulk.hidden', { smart_count: hidden, count: count(hidden, locale) })}
            </Typography>
          )}
          <ChooseAll resource={resource} />
          <Button size="small" onClick={() => onUnselectItems()}>
            {translate('ra.action.unselect')}
          </Button>
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, ml: { sm: 'auto' } }}>
            {actions.map(action => (
              <Button
                key={action}
                size="small"
                variant="outlined"
                onClick={() => setAsked({ action, ids: selectedIds.map(String) })}
              >
                {labelOf(action)}
              </Button>
            ))}
          </Stack>
        </Stack>
      )}
      {asked && <BulkDialog resource={resource} {...asked} onClose={close} />}
    </>
  )
}
