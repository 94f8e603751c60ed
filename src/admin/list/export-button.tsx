import CancelIcon from '@mui/icons-material/Close'
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useRef, useState } from 'react'
import {
  type Store,
  useDataProvider,
  useListContext,
  useLocaleState,
  useStoreContext,
  useTranslate,
} from 'react-admin'
import type { Resource } from '~/model/define'
import { useAdminConfig } from '~/src/admin/admin-config'
import { useFailureText, useToast } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'
import { tableKey, useColumns } from './columns'
import type { ExportFormat } from './export-list'

/** Omits thumbnails and pictures: a spreadsheet has no use for the signed links of images. */
const isText = ({ fields }: Resource, path: string) =>
  !['thumbnail', 'picture'].includes(fields[path]?.kind ?? '')

/** The columns that the user chose, in their order, as react-admin's table stores them. */
export const shownColumns = (store: Store, resource: Resource, all: readonly string[]) => {
  const key = tableKey(resource.name)
  const hidden = store.getItem<readonly string[]>(key) ?? resource.list.hidden ?? []
  const ranks = store.getItem<readonly number[]>(`${key}_columnRanks`) ?? []
  const order = [...ranks, ...all.keys()].filter((rank, index, list) => list.indexOf(rank) === index)
  return order
    .flatMap(index => all[index] ?? [])
    .filter(path => !hidden.includes(path) && isText(resource, path))
}

type FormatsProps = {
  readonly anchor: HTMLElement
  readonly onChoose: (format: ExportFormat) => void
  readonly onClose: () => void
}

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
  const start = async (format: ExportFormat) => {
    const control = new AbortController()
    running.current = control
    const { signal } = control
    setProgress({ done: 0, total: ids.length })
    try {
      const { exportList } = await import('./export-list')
      const query = { filter: { ...filterValues, ...filter }, sort }
      const columns = shownColumns(store, resource, all)
      const words = { locale, translate }
      const table = { resource, columns, words, slots }
      await exportList({ ...table, format, provider, query, ids, onProgress: setProgress, signal })
    } catch (error) {
      if (!signal.aborted) toast(textOf(error).text, 'error')
    }
    setProgress(null)
  }
  return { progress, start, cancel: () => running.current?.abort() }
}

/** The file formats; the one that preserves the types of values comes first. */
const Formats = ({ anchor, onChoose, onClose }: FormatsProps) => {
  const translate = useTranslate()
  const choose = (format: ExportFormat) => () => {
    onClose()
    onChoose(format)
  }
  return (
    <Menu open anchorEl={anchor} onClose={onClose}>
      {(['xlsx', 'csv'] as const).map(format => (
        <MenuItem key={format} onClick={choose(format)}>
          {translate(`admin.list.exportAs.${format}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Exports the chosen rows, or all rows of the list across its pages, for spreadsheets. */
export const ExportButton = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { total = 0, selectedIds = [] } = useListContext()
  const { progress, start, cancel } = useExport(resource)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={event => setAnchor(event.currentTarget)}
        disabled={progress !== null || !total}
        startIcon={progress ? <CircularProgress size={16} /> : <DownloadIcon />}
      >
        <span aria-live="polite">{label}</span>
      </Button>
      {anchor && <Formats anchor={anchor} onChoose={start} onClose={() => setAnchor(null)} />}
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
