import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Confirm, useDataProvider, useLocaleState, useTranslate } from 'react-admin'
import { countedCollections, searchedCollections } from '~/model/maintenance'
import type { Backend } from '~/src/api/backend'
import { rowsOf } from '~/src/api/contract/lists'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { count } from '~/src/ui/format'

type Request = Backend['request']

type MaintenanceTool = 'keywords' | 'resetcounter'
/** The number of records that a tool changed in each collection. */
type Report = readonly { readonly name: string; readonly changed: number }[]

/** `mail`: `ok`, `failing`, or `off` if no mail server is configured. */
export type Health = {
  readonly status: string
  readonly version: string
  readonly database: boolean
  /** Free space on the server's disk; absent if the backend does not report it. */
  readonly disk?: 'ok' | 'low' | 'full' | 'unwritable'
  readonly files?: 'ok' | 'unavailable'
  readonly mail?: string
  readonly snapshots?: 'off' | 'ok' | 'failing'
  /** Whether the clocks of server and database agree, and the database's clock did not go back. */
  readonly clock?: 'ok' | 'differs' | 'jumped' | 'unknown'
}

/** Runs a maintenance tool on one collection or on all; for root. */
const runTool = async (request: Request, tool: MaintenanceTool, name?: string): Promise<Report> =>
  rowsOf<Report[number]>(
    await request(`/utils/${tool}${name ? `/${encodeURIComponent(name)}` : ''}`, { isUnlimited: true }),
  )

export const readHealth = (request: Request) => request<Health>('/health')

const ALL = 'all'

const collections: Readonly<Record<MaintenanceTool, readonly string[]>> = {
  keywords: searchedCollections,
  resetcounter: countedCollections,
}

const useCollectionName = () => {
  const translate = useTranslate()
  return (name: string) =>
    name === ALL ? translate('maintenance.all') : translate(`resources.${name}.name`, { smart_count: 2 })
}

/** The processed collections, and how many of their records were corrected. */
const Changed = ({ report }: { report: Report }) => {
  const translate = useTranslate()
  const nameOf = useCollectionName()
  const [locale] = useLocaleState()
  return (
    <Alert severity="success" role="status" sx={{ mt: 2 }}>
      {translate('maintenance.done')}
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
        {report.map(({ name, changed }) => (
          <li key={name}>
            {nameOf(name)}:{' '}
            {translate('maintenance.changed', { smart_count: changed, count: count(changed, locale) })}
          </li>
        ))}
      </Box>
    </Alert>
  )
}

const useTool = (tool: MaintenanceTool) => {
  const { request } = useDataProvider<PanelDataProvider>()
  const [chosen, choose] = useState(ALL)
  const [asking, setAsking] = useState(false)
  const run = useMutation({
    mutationFn: () => runTool(request, tool, chosen === ALL ? undefined : chosen),
  })
  const confirm = () => {
    setAsking(false)
    run.mutate()
  }
  return { chosen, choose, asking, setAsking, run, confirm }
}

const Tool = ({ tool }: { tool: MaintenanceTool }) => {
  const translate = useTranslate()
  const textOf = useFailureText()
  const nameOf = useCollectionName()
  const { chosen, choose, asking, setAsking, run, confirm } = useTool(tool)
  const label = translate(`maintenance.${tool}`)
  return (
    <Box role="group" aria-label={label}>
      <Typography sx={{ color: 'text.secondary', mb: 1.5 }}>
        {translate(`maintenance.${tool}Text`)}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
        <TextField
          select
          size="small"
          label={translate('maintenance.collection')}
          value={chosen}
          onChange={event => choose(event.target.value)}
          sx={{ width: 240, maxWidth: 1 }}
        >
          {[ALL, ...collections[tool]].map(name => (
            <MenuItem key={name} value={name}>
              {nameOf(name)}
            </MenuItem>
          ))}
        </TextField>
        <Button variant="outlined" loading={run.isPending} onClick={() => setAsking(true)}>
          {label}
        </Button>
      </Stack>
      <Confirm
        isOpen={asking}
        title={label}
        content={translate('maintenance.confirm', { name: nameOf(chosen) })}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
      {run.data && <Changed report={run.data} />}
      {run.error && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {textOf(run.error).text}
        </Alert>
      )}
    </Box>
  )
}

/** Root's tools: rebuild search keywords and stored counters from the records. */
export const MaintenanceTools = () => (
  <Stack sx={{ gap: 3 }}>
    <Tool tool="keywords" />
    <Tool tool="resetcounter" />
  </Stack>
)
