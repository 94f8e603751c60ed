import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { Link, useLocaleState, useTranslate } from 'react-admin'
import { resourceOf } from '~/model/registry'
import { useUploader } from '~/src/admin/form/use-uploader'
import { pathTo } from '~/src/admin/paths'
import { mayCreate, useActor, WithActor } from '~/src/admin/rights'
import type { Unfinished } from '~/src/api/uploader'
import { megabytes } from '~/src/ui/format'
import { IconAction } from '~/src/ui/icon-action'

/** The lists in which the files can be selected again. */
const lists = ['medias', 'videos'] as const

const place = {
  position: 'fixed',
  right: { xs: 0, sm: 16 },
  bottom: { xs: 0, sm: 16 },
  width: { xs: '100%', sm: 420 },
  zIndex: 'drawer',
  borderRadius: { xs: 0, sm: 1.5 },
  px: 2,
  py: 1.5,
} as const

/** The uploads of this user that an expired session interrupted, without those that the server has dropped. */
const useInterrupted = () => {
  const uploader = useUploader()
  const [found, setFound] = useState<readonly Unfinished[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: one request, when the panel opens
  useEffect(() => {
    void uploader()
      .then(sender => sender.unfinished?.())
      .then(unfinished => setFound(unfinished ?? []))
      // Offered again by the next visit, or by the form that accepts the file.
      .catch(() => undefined)
  }, [])
  const discard = async () => {
    setFound([])
    const sender = await uploader()
    await Promise.all(found.map(({ address }) => sender.drop(address)))
  }
  return { found, close: () => setFound([]), discard }
}

const Notice = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const actor = useActor()
  const { found, close, discard } = useInterrupted()
  if (found.length === 0) return null
  const sizeOf = ({ sent, total }: Unfinished) =>
    translate('admin.upload.sentOf', { sent: megabytes(sent, locale), total: megabytes(total, locale) })
  return (
    <Paper component="section" elevation={8} aria-label={translate('uploads.interrupted.title')} sx={place}>
      <Stack direction="row" sx={{ alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="h2" variant="subtitle2" role="status">
          {translate('uploads.interrupted.title')}
        </Typography>
        <IconAction label={translate('ra.action.close')} icon={<CloseIcon />} onClick={close} />
      </Stack>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: '30vh', overflowY: 'auto' }}>
        {found.map(upload => (
          <Typography component="li" variant="body2" key={upload.address} sx={{ overflowWrap: 'anywhere' }}>
            {upload.name} ({sizeOf(upload)})
          </Typography>
        ))}
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary', my: 1 }}>
        {translate('uploads.interrupted.text')}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {lists
          .filter(name => mayCreate(resourceOf(name), actor))
          .map(name => (
            <Button
              key={name}
              size="small"
              variant="outlined"
              component={Link}
              to={pathTo(name, 'list') ?? '/'}
            >
              {translate(`resources.${name}.name`, { smart_count: 2 })}
            </Button>
          ))}
        <Button size="small" color="inherit" onClick={() => void discard()}>
          {translate('uploads.interrupted.discard')}
        </Button>
      </Stack>
    </Paper>
  )
}

/** Offers to resume uploads that were interrupted when the session ended. */
export const UnfinishedNotice = () => (
  <WithActor>
    <Notice />
  </WithActor>
)
