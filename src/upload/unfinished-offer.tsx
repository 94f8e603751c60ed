import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import { useEffect, useState } from 'react'
import { useLocaleState, useTranslate } from 'react-admin'
import type { Unfinished, Uploader } from '~/src/api/uploader'
import { megabytes } from '~/src/ui/format'
import { mayHaveUnfinished } from './unfinished'

type Props = { readonly uploader: () => Promise<Uploader> }

/** Offers to resume the latest interrupted upload, with its progress; dismissing it deletes the sent part. */
export const UnfinishedOffer = ({ uploader }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const [latest, setLatest] = useState<Unfinished>()
  const check = async () => {
    const found = mayHaveUnfinished() ? await (await uploader()).unfinished?.() : []
    setLatest(found?.[0])
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once, when the field appears
  useEffect(() => {
    void check()
  }, [])
  if (!latest) return null
  const { name, sent, total, address } = latest
  const dismiss = async () => {
    setLatest(undefined)
    await (await uploader()).drop(address)
    await check()
  }
  const size = translate('admin.upload.sentOf', {
    sent: megabytes(sent, locale),
    total: megabytes(total, locale),
  })
  return (
    <FormHelperText component="div" role="status">
      {translate('admin.upload.unfinished', { name, size })}
      <Button size="small" onClick={() => void dismiss()} sx={{ ml: 1 }}>
        {translate('admin.upload.dismiss')}
      </Button>
    </FormHelperText>
  )
}
