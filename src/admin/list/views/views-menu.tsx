import ViewsIcon from '@mui/icons-material/BookmarksOutlined'
import Button from '@mui/material/Button'
import { Suspense, useState } from 'react'
import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { lazyPart } from '~/src/ui/lazy-part'
import { ViewItems } from './view-items'

const SaveDialog = lazyPart(() => import('./save-dialog').then(file => ({ default: file.SaveDialog })))
const ManageDialog = lazyPart(() => import('./manage-dialog').then(file => ({ default: file.ManageDialog })))

type Shown = 'menu' | 'save' | 'manage'

/** The button of a list's saved views: applies them, saves the list as it is, manages the user's own. */
export const ViewsMenu = ({ resource }: { resource: Resource }) => {
  const translate = useTranslate()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [shown, setShown] = useState<Shown | null>(null)
  const close = () => setShown(null)
  return (
    <>
      <Button
        ref={setAnchor}
        size="small"
        startIcon={<ViewsIcon />}
        aria-haspopup="menu"
        aria-expanded={shown === 'menu'}
        onClick={() => setShown('menu')}
      >
        {translate('views.title')}
      </Button>
      {shown === 'menu' && (
        <ViewItems resource={resource} anchor={anchor} onChoose={setShown} onClose={close} />
      )}
      <Suspense>
        {shown === 'save' && <SaveDialog resource={resource} onClose={close} />}
        {shown === 'manage' && <ManageDialog resource={resource} onClose={close} />}
      </Suspense>
    </>
  )
}
