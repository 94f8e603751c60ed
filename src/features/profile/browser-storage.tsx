import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import { keysOf } from '~/model/objects'
import { localStore, sessionStore } from '~/src/api/browser-storage'
import { Section } from '~/src/ui/section'

const storages = {
  clearSession: () => sessionStore.clear(),
  clearLocal: () => localStore.clear(),
} as const
type Name = keyof typeof storages

// A full page load: no cleared data may stay in memory.
const clear = (name: Name) => {
  storages[name]()
  location.assign('/')
}

/** Clears the storage of this browser, after a confirmation, as it cannot be undone. */
export const BrowserStorage = () => {
  const translate = useTranslate()
  const [asked, setAsked] = useState<Name | null>(null)
  return (
    <Section title={translate('profile.storage')}>
      <Typography sx={{ color: 'text.secondary', mb: 2 }}>{translate('profile.storageText')}</Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {keysOf(storages).map(name => (
          <Button key={name} variant="outlined" onClick={() => setAsked(name)}>
            {translate(`profile.${name}`)}
          </Button>
        ))}
      </Stack>
      {asked && (
        <Confirm
          isOpen
          title={translate(`profile.${asked}`)}
          content={translate(`profile.${asked}Text`)}
          onConfirm={() => clear(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </Section>
  )
}
