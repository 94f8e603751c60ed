import CancelIcon from '@mui/icons-material/Close'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useRef, useState } from 'react'
import { useDataProvider, useListContext, useLocaleState, useStoreContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useAdminConfig } from '~/src/admin/admin-config'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import { useToast } from '~/src/ui/use-toast'
import { useColumns } from './list-columns'
import { shownColumns } from './shown-columns'

type Progress = { readonly done: number; readonly total: number }

const useExport = (resource: Resource) => {
  const provider = useDataProvider()
  const store = useStoreContext()
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { slots } = useAdminConfig()
  const toast = useToast()
  const textOf = useFailureText()
  const all = useColumns(resource)
  const { filter, filterValues, sort, selectedIds: ids = [] } = useListContext()
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController>(undefined)
  const start = async () => {
    const control = new AbortController()
    running.current = control
    const { signal } = control
    setProgress({ done: 0, total: ids.length })
    try {
      const { exportCsv } = await import('./export-csv')
      const query = { filter: { ...filterValues, ...filter }, sort }
      const columns = shownColumns(store, resource, all)
      const words = { locale, translate }
      const table = { resource, columns, words, slots }
      await exportCsv({ ...table, provider, query, ids, onProgress: setProgress, signal })
    } catch (error) {
      if (!signal.aborted) toast(textOf(error).text, 'error')
    }
    setProgress(null)
  }
  return { progress, start, cancel: () => running.current?.abort() }
}

/** Exports the chosen rows, or all rows of the list across its pages, as CSV for spreadsheets. */
export const ExportButton = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { total = 0, selectedIds = [] } = useListContext()
  const { progress, start, cancel } = useExport(resource)
  const label = progress
    ? translate('admin.list.exporting', {
        done: count(progress.done, locale),
        total: count(progress.total, locale),
      })
    : selectedIds.length > 0
      ? translate('admin.bulk.export', { count: count(selectedIds.length, locale) })
      : translate('ra.action.export')
  return (
    <span>
      <Button
        size="small"
        onClick={start}
        disabled={progress !== null || !total}
        startIcon={progress ? <CircularProgress size={16} /> : <DownloadIcon />}
      >
        <span aria-live="polite">{label}</span>
      </Button>
      {progress && (
        <IconAction
          label={translate('admin.list.cancelExport')}
          icon={<CancelIcon fontSize="small" />}
          onClick={cancel}
        />
      )}
    </span>
  )
}
