import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { useState } from 'react'
import { useDataProvider, useListContext, useLocaleState, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useActor } from '~/src/admin/actor'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { useToast } from '~/src/ui/use-toast'

type Progress = { readonly done: number; readonly total: number }

const useExport = (resource: Resource) => {
  const provider = useDataProvider()
  const translate = useTranslate()
  const toast = useToast()
  const textOf = useFailureText()
  const { role } = useActor()
  const { filter, filterValues, sort } = useListContext()
  const [progress, setProgress] = useState<Progress | null>(null)
  const start = async () => {
    setProgress({ done: 0, total: 0 })
    try {
      const { exportCsv } = await import('./export-csv')
      const query = { filter: { ...filterValues, ...filter }, sort }
      await exportCsv({ provider, resource, role, translate, query, onProgress: setProgress })
    } catch (error) {
      toast(textOf(error).text, 'error')
    }
    setProgress(null)
  }
  return { progress, start }
}

/** Exports all rows of the list, across its pages, as CSV. */
export const ExportButton = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { total = 0 } = useListContext()
  const { progress, start } = useExport(resource)
  const label = progress
    ? translate('admin.list.exporting', {
        done: count(progress.done, locale),
        total: count(progress.total, locale),
      })
    : translate('ra.action.export')
  return (
    <Button
      size="small"
      onClick={start}
      disabled={progress !== null || !total}
      startIcon={progress ? <CircularProgress size={16} /> : <DownloadIcon />}
    >
      <span aria-live="polite">{label}</span>
    </Button>
  )
}
