import { useRef } from 'react'
import { useDataProvider, useRecordContext, useRefresh } from 'react-admin'
import { useOwnMessage } from '~/src/admin/labels'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { useFailureText } from '~/src/ui/failure-text'
import { useToast } from '~/src/ui/use-toast'

/** Performs an action of the definition on the record in context, then refreshes all data; once, until it is answered. */
export const useAct = (resource: string, action: string) => {
  const provider = useDataProvider<PanelDataProvider>()
  const record = useRecordContext()
  const toast = useToast()
  const refresh = useRefresh()
  const say = useOwnMessage(resource)
  const textOf = useFailureText()
  const running = useRef(false)
  return async () => {
    if (!record || running.current) return
    running.current = true
    try {
      await provider.act(resource, record.id, action)
      toast(say(`done.${action}`, 'admin.done'), 'success')
      refresh()
    } catch (error) {
      toast(textOf(error).text, 'error')
    } finally {
      running.current = false
    }
  }
}
