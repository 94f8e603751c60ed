import { Suspense } from 'react'
import { laterPart } from '~/src/ui/later-part'
import { ListSkeleton } from '~/src/ui/page'

type Props = { readonly resource: string }

export { AccessDenied } from '~/src/ui/page'
export { ResourceList } from './list/resource-list'

// Separate chunks: the first list does not wait for forms and uploads.
const Show = laterPart(() => import('./show/resource-show').then(file => file.ResourceShow))
const Create = laterPart(() => import('./form/form-screens').then(file => file.ResourceCreate))
const Edit = laterPart(() => import('./form/form-screens').then(file => file.ResourceEdit))

/** Loads the code of a record's screen. */
export const preloadShow = () => Show.preload()

export const ResourceShow = ({ resource }: Props) => (
  <Suspense fallback={<ListSkeleton />}>
    <Show resource={resource} />
  </Suspense>
)

export const ResourceCreate = ({ resource }: Props) => (
  <Suspense fallback={<ListSkeleton />}>
    <Create resource={resource} />
  </Suspense>
)

export const ResourceEdit = ({ resource }: Props) => (
  <Suspense fallback={<ListSkeleton />}>
    <Edit resource={resource} />
  </Suspense>
)
