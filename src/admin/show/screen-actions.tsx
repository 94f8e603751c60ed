import { Suspense } from 'react'
import type { Resource } from '~/model/define'
import { useAdminConfig } from '~/src/admin/admin-config'
import { TextAction } from './text-action'

/** The actions that the app adds to the screen on which a record is opened. */
export const ScreenActions = ({ resource }: { resource: Resource }) => {
  const { screenActions: More } = useAdminConfig()
  return (
    More && (
      <Suspense>
        <More resource={resource} Button={TextAction} />
      </Suspense>
    )
  )
}
