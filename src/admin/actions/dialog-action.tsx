import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import type { ActionProps } from '~/src/ui/icon-action'

type Props = {
  readonly label: string
  readonly icon: ReactNode
  readonly refused?: string | undefined
  readonly Button: ComponentType<ActionProps>
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a dialog and loads its code on demand. */
export const DialogAction = ({ label, icon, refused, Button, children }: Props) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        label={label}
        icon={icon}
        onClick={() => setOpen(true)}
        {...(refused === undefined ? {} : { refused })}
      />
      {open && <Suspense>{children(() => setOpen(false))}</Suspense>}
    </>
  )
}
