import { useDataProvider, useRecordContext, useRefresh } from 'react-admin'
import { useOwnMessage } from '~/src/admin/labels'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { useTell } from '~/src/ui/use-toast'

/** Performs an action of the definition on the record in context, then reads everything again. */
export const useAct = (resource: string, action: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  const record = useRecordContext()
  const tell = useTell()
  const refresh = useRefresh()
  const say = useOwnMessage(resource)
  const textOf = useFailureText()
  return async () => {
    if (!record) return
    try {
      await provider.act(resource, record.id, action)
      tell(say(`done.${action}`, 'kit.done'), 'success')
      refresh()
    } catch (error) {
      tell(textOf(error).text, 'error')
    }
  }
}
