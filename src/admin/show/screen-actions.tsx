import { type ComponentType, Suspense } from 'react'
import type { Resource } from '~/model/define'
import { useAdminConfig } from '~/src/admin/admin-config'
import type { ActionProps } from '~/src/ui/icon-action'
import { TextAction } from './text-action'

type Props = { readonly resource: Resource; readonly Button?: ComponentType<ActionProps> }

/** The actions that the app adds to the screen on which a record is opened. */
export const ScreenActions = ({ resource, Button = TextAction }: Props) => {
  const { screenActions: More } = useAdminConfig()
  return (
    More && (
      <Suspense>
        <More resource={resource} Button={Button} />
      </Suspense>
    )
  )
}
