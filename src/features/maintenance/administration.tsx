import MaintenanceIcon from '@mui/icons-material/BuildOutlined'
import TemplatesIcon from '@mui/icons-material/DraftsOutlined'
import DownloadsIcon from '@mui/icons-material/InstallDesktopOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import type { Theme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { LinkBase, useTranslate } from 'react-admin'
import { keysOf } from '~/model/objects'
import { ResourceList } from '~/src/admin/resource-screens'
import { sessionStore } from '~/src/api/browser-storage'

const lists = { downloads: DownloadsIcon, templates: TemplatesIcon } as const
type Name = keyof typeof lists
const names = keysOf(lists)

const KEY = 'vecto.administration'

/** The last choice of this session; downloads by default (specification §2). */
const useChoice = (): [Name, (name: Name) => void] => {
  const [chosen, setChosen] = useState(() => names.find(name => name === sessionStore.get(KEY)))
  const choose = (name: Name) => {
    sessionStore.set(KEY, name)
    setChosen(name)
  }
  return [chosen ?? 'downloads', choose]
}

type Props = { readonly current: Name; readonly onChoose: (name: Name) => void }

const useLabel = () => {
  const translate = useTranslate()
  return (name: Name) => translate(`resources.${name}.name`, { smart_count: 2 })
}

const SideMenu = ({ current, onChoose }: Props) => {
  const translate = useTranslate()
  const label = useLabel()
  return (
    <Box component="nav" aria-label={translate('menu.administration')} sx={{ width: 220, flexShrink: 0 }}>
      <List disablePadding>
        {names.map(name => {
          const Icon = lists[name]
          return (
            <ListItem key={name} disablePadding>
              <ListItemButton
                selected={name === current}
                aria-current={name === current ? 'true' : undefined}
                onClick={() => onChoose(name)}
                sx={{ borderRadius: 1.25 }}
              >
                <ListItemIcon sx={{ minWidth: 36 }}>
                  <Icon fontSize="small" />
                </ListItemIcon>
                <ListItemText primary={label(name)} />
              </ListItemButton>
            </ListItem>
          )
        })}
        <ListItem disablePadding sx={{ mt: 1, pt: 1, borderTop: 1, borderColor: 'divider' }}>
          <ListItemButton component={LinkBase} to="/admin" sx={{ borderRadius: 1.25 }}>
            <ListItemIcon sx={{ minWidth: 36 }}>
              <MaintenanceIcon fontSize="small" />
            </ListItemIcon>
            <ListItemText primary={translate('maintenance.title')} />
          </ListItemButton>
        </ListItem>
      </List>
    </Box>
  )
}

const TopTabs = ({ current, onChoose }: Props) => {
  const translate = useTranslate()
  const label = useLabel()
  return (
    <Stack
      direction="row"
      useFlexGap
      sx={{ flexWrap: 'wrap', alignItems: 'center', mb: 2, borderBottom: 1, borderColor: 'divider' }}
    >
      <Tabs
        value={current}
        onChange={(_, name: Name) => onChoose(name)}
        aria-label={translate('menu.administration')}
        sx={{ flexGrow: 1 }}
      >
        {names.map(name => (
          <Tab key={name} value={name} label={label(name)} />
        ))}
      </Tabs>
      <Button component={LinkBase} to="/admin" size="small" startIcon={<MaintenanceIcon />}>
        {translate('maintenance.title')}
      </Button>
    </Stack>
  )
}

/** Downloads and e-mail templates on one page, with a link to maintenance. */
export const Administration = () => {
  const [current, choose] = useChoice()
  const isNarrow = useMediaQuery<Theme>(theme => theme.breakpoints.down('md'))
  const Chooser = isNarrow ? TopTabs : SideMenu
  return (
    <Box sx={{ display: { md: 'flex' }, alignItems: 'flex-start', gap: 3 }}>
      <Chooser current={current} onChoose={choose} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <ResourceList key={current} resource={current} />
      </Box>
    </Box>
  )
}
