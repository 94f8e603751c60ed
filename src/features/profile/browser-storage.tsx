import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { Confirm, useTranslate } from 'react-admin'
import { keysOf } from '~/model/objects'
import { Section } from '~/src/ui/section'

const storages = {
  clearSession: () => sessionStorage.clear(),
  clearLocal: () => localStorage.clear(),
} as const
type Name = keyof typeof storages

// A full load: nothing of what was forgotten may live on in memory.
const clear = (name: Name) => {
  storages[name]()
  location.assign('/')
}

/** Forgets what this browser keeps; asked first, for there is no way back. */
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
