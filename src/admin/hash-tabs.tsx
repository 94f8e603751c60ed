import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { type ReactNode, useCallback } from 'react'
import { useTranslate } from 'react-admin'
import { useLocation, useNavigate } from 'react-router'
import { tabKey } from './admin-config'

/** The tab in the URL hash; the first one if it names none. */
export const useHashTab = (tabs: readonly string[]): [string, (tab: string) => void] => {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const named = hash.slice(1)
  const current = tabs.includes(named) ? named : (tabs[0] ?? '')
  const go = useCallback(
    (tab: string) => navigate({ search, hash: tab }, { replace: true, preventScrollReset: true }),
    [navigate, search],
  )
  return [current, go]
}

type Props = {
  readonly resource: string
  readonly tabs: readonly string[]
  readonly current: string
  readonly onChange: (tab: string) => void
  /** Content after a tab's name, such as its count. */
  readonly after?: (tab: string) => ReactNode
}

export const tabId = (tab: string) => `tab-${tab}`
export const panelId = (tab: string) => `panel-${tab}`

/** Overflowing tabs scroll natively: MUI's own scrolling measures the page at every list. */
const strip = {
  borderBottom: 1,
  borderColor: 'divider',
  mb: 2,
  '& .MuiTabs-scroller': { overflowX: 'auto !important' },
}

/** Tabs stored in the URL hash: linkable, kept on reload. */
export const HashTabs = ({ resource, tabs, current, onChange, after }: Props) => {
  const translate = useTranslate()
  return (
    <Tabs
      value={current}
      onChange={(_, tab: string) => onChange(tab)}
      aria-label={translate(`resources.${resource}.name`, { smart_count: 2 })}
      sx={strip}
    >
      {tabs.map(tab => (
        <Tab
          key={tab}
          value={tab}
          id={tabId(tab)}
          aria-controls={panelId(tab)}
          label={
            <span>
              {translate(tabKey(resource, tab))}
              {after?.(tab)}
            </span>
          }
        />
      ))}
    </Tabs>
  )
}
