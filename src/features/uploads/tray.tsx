import { useEffect, useState } from 'react'
import { useActor, useOwnCompany, WithActor } from '~/src/admin/actor'
import { mayChooseCompany } from '~/src/admin/rights'
import { useIsPhone } from '~/src/ui/phone'
import { BatchDialog } from './batch-dialog'
import { type GivenFiles, givenFiles } from './given-files'
import { TrayPanel } from './tray-panel'
import { useUploadQueue } from './use-upload-queue'

type Props = { readonly given: readonly GivenFiles[] }

const Content = ({ given: [batch] }: Props) => {
  const { queue, items, begin } = useUploadQueue()
  const isPhone = useIsPhone()
  // A phone's tray is a bar, which would cover the screen when it opened by itself.
  const [open, setOpen] = useState(!isPhone)
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

/** The uploads that go on while the user does something else. */
export const Tray = (props: Props) => (
  <WithActor>
    <Content {...props} />
  </WithActor>
)
