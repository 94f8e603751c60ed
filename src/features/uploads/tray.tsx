import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useEffect, useRef, useState } from 'react'
import { Form, required, useTranslate } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { isLink, type Link } from '~/model/fields'
import { LinkInput } from '~/src/admin/form/link-input'
import { mayChooseCompany, useActor, useOwnCompany, useStartingCompany, WithActor } from '~/src/admin/rights'
import { useIsPhone } from '~/src/ui/phone'
import type { ItemStatus } from '~/src/upload/queue/queue-item'
import { type GivenFiles, givenFiles } from './given-files'
import { TrayPanel } from './tray-panel'
import { useUploadQueue } from './use-upload-queue'
import { useMayOrder, VectoPreset } from './vecto-preset'

type BatchDialogProps = {
  readonly batch: GivenFiles
  readonly onBegin: (company: Link) => void
  readonly onClose: () => void
}

/** Lets the user choose the company of all records of a batch. */
const BatchDialog = ({ batch: { kind, files }, onBegin, onClose }: BatchDialogProps) => {
  const withVideos = useMayOrder() && kind === 'videos'
  const translate = useTranslate()
  const company = useStartingCompany()
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="upload-batch">
      <Form
        defaultValues={{ company }}
        onSubmit={(values: FieldValues) => {
          if (isLink(values.company)) onBegin(values.company)
        }}
      >
        <DialogTitle id="upload-batch">
          {translate('uploads.batch', { smart_count: files.length })}
        </DialogTitle>
        <DialogContent>
          <LinkInput
            source="company"
            target="companies"
            label="resources.medias.fields.company"
            validate={[required('validation.required')]}
            fullWidth
          />
          {withVideos && <VectoPreset />}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} color="inherit">
            {translate('ra.action.cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {translate('uploads.begin')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** Items that need nothing more. */
const settled: readonly ItemStatus[] = ['completed', 'cancelled']

type Props = { readonly given: readonly GivenFiles[] }

const Content = ({ given: [batch] }: Props) => {
  const { queue, items, begin } = useUploadQueue()
  const isPhone = useIsPhone()
  // Closed on phones: the tray is a bar there, and would cover the screen if it opened by itself.
  const [open, setOpen] = useState(!isPhone)
  const isBusy = items.some(({ status }) => !settled.includes(status))
  const wasBusy = useRef(isBusy)
  // Closed at the end of the uploads, as it covers the page, unless the user is in it.
  useEffect(() => {
    const isUsed = document.querySelector('#upload-tray')?.matches(':hover, :focus-within')
    if (wasBusy.current && !isBusy && !isUsed) setOpen(false)
    wasBusy.current = isBusy
  }, [isBusy])
  const chooses = mayChooseCompany(useActor())
  const company = useOwnCompany()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each batch
  useEffect(() => {
    if (!batch || chooses) return
    givenFiles.take()
    void begin(batch, company)
  }, [batch, chooses])
  return (
    <>
      {batch && chooses && (
        <BatchDialog
          batch={batch}
          onClose={givenFiles.take}
          onBegin={chosen => {
            givenFiles.take()
            void begin(batch, chosen)
          }}
        />
      )}
      {items.length > 0 && (
        <TrayPanel queue={queue} items={items} open={open} onToggle={() => setOpen(!open)} />
      )}
    </>
  )
}

/** The uploads that continue while the user works on other screens. */
export const Tray = (props: Props) => (
  <WithActor>
    <Content {...props} />
  </WithActor>
)
