import AddIcon from '@mui/icons-material/Add'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Suspense } from 'react'
import { Link, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { parentOf } from '~/model/refs'
import { RefusedButton } from '~/src/ui/icon-action'
import { lazyPart } from '~/src/ui/lazy-part'
import { useOwnMessage } from './admin-config'
import { useParentRecord } from './parent-record'
import { pathTo } from './paths'
import { mayCreateIn, useActor } from './rights'

// Few lists have several ways to create a record.
const CreateMenu = lazyPart(() => import('./create-menu').then(file => file.CreateMenu))

type Props = { readonly resource: Resource; readonly hideRefused?: boolean }

/** Links to the create screen; disabled, with the reason, if the user may not create records (specification §2). */
export const CreateLink = ({ resource, hideRefused = false }: Props) => {
  const translate = useTranslate()
  const say = useOwnMessage(resource.name)
  const holder = useParentRecord()
  const path = pathTo(resource.name, 'create', holder ? `${holder.uid}/` : '')
  const allowed = mayCreateIn(resource, useActor(), holder?.link)
  // A nested record is created in its parent: without one there is no address.
  const homeless = parentOf(resource) !== undefined && !resource.flat && !holder
  if (!path || homeless || (hideRefused && !allowed)) return null
  const several = resource.slots?.create !== undefined
  if (several && allowed)
    return (
      <Suspense fallback={<Box sx={{ width: 150, height: 36 }} />}>
        <CreateMenu resource={resource} />
      </Suspense>
    )
  const label = translate(several ? `resources.${resource.name}.add` : 'ra.action.create')
  const shared = { variant: 'contained', startIcon: <AddIcon />, children: label } as const
  if (allowed) return <Button component={Link} to={path} {...shared} />
  return <RefusedButton why={say('createRefused', 'admin.createRefused')} {...shared} />
}
