import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { useFormStatus } from '~/src/admin/form/form-state'
import { failureOf } from '~/src/api/contract/failures'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { refreshCurrentUser } from '~/src/api/current-user'

type Change = {
  readonly change: (provider: PanelDataProvider) => Promise<unknown>
  readonly onSaved: () => void | Promise<void>
}

/** Updates the user's own record; field errors return to the form. */
export const useOwnUpdate = () => {
  const provider = useDataProvider<PanelDataProvider>()
  const queries = useQueryClient()
  const { setFailure } = useFormStatus()
  return async ({ change, onSaved }: Change) => {
    setFailure(null)
    try {
      await change(provider)
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors
    }
    await refreshCurrentUser()
    await queries.invalidateQueries({ queryKey: ['auth'] })
    await queries.invalidateQueries({ queryKey: ['users'] })
    await onSaved()
  }
}
