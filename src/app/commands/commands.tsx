import SearchIcon from '@mui/icons-material/SearchOutlined'
import IconButton from '@mui/material/IconButton'
import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import { useSignOut } from '~/src/app/menu'
import { useEarlyKeys } from '~/src/ui/early-keys'
import { useShortcut } from '~/src/ui/keys'
import { laterPart } from '~/src/ui/later-part'

const CommandPalette = laterPart(() => import('./command-palette').then(file => file.CommandPalette))
const ShortcutsDialog = laterPart(() => import('./shortcuts-dialog').then(file => file.ShortcutsDialog))

/** The button of the command palette; Ctrl K opens it from anywhere, `?` lists the shortcuts. */
export const Commands = () => {
  const translate = useTranslate()
  const [shown, setShown] = useState<'palette' | 'shortcuts' | null>(null)
  useShortcut('k', () => setShown('palette'), { ctrl: true })
  useShortcut('?', () => setShown('shortcuts'))
  const close = () => setShown(null)
  const earlyKeys = useEarlyKeys(shown === 'palette')
  const { signOut, question } = useSignOut()
  const label = translate('menu.commands')
  return (
    <>
      <IconButton
        color="inherit"
        aria-label={label}
        aria-keyshortcuts="Control+K Meta+K"
        title={`${label} (Ctrl K)`}
        onClick={() => setShown('palette')}
      >
        <SearchIcon />
      </IconButton>
      <Suspense>
        {shown === 'palette' && <CommandPalette onClose={close} onSignOut={signOut} earlyKeys={earlyKeys} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
      {question}
    </>
  )
}
