import AddIcon from '@mui/icons-material/Add'
import Button from '@mui/material/Button'
import { type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { laterPart } from '~/src/ui/later-part'
import { useSlot } from './admin-config'

const ActionsMenu = laterPart(() => import('./actions/row-menu').then(file => file.ActionsMenu))
const MenuAction = laterPart(() => import('./actions/row-menu').then(file => file.MenuAction))

type WaysProps = {
  readonly resource: Resource
  readonly label: string
  readonly open: boolean
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

const Ways = ({ resource, ...menu }: WaysProps) => {
  const { actions: Entries } = useSlot(resource.slots?.create)
  return <ActionsMenu {...menu}>{Entries && <Entries resource={resource} Button={MenuAction} />}</ActionsMenu>
}

/** The button of a menu with several ways to create a record, each with an explanation. */
export const CreateMenu = ({ resource }: { readonly resource: Resource }) => {
  const translate = useTranslate()
  const anchor = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<boolean>()
  const close = useCallback(() => setOpen(false), [])
  const label = translate(`resources.${resource.name}.add`)
  return (
    <>
      <Button
        ref={anchor}
        variant="contained"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={open === true}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {open !== undefined && (
        <Suspense>
          <Ways resource={resource} label={label} open={open} anchor={anchor} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
