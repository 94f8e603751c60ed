import { useRedirect, useTranslate, useUpdate } from 'react-admin'
import type { PanelVecto } from '~/model/record-types'
import { dropDraft } from '~/src/admin/form/draft'
import { useFormStatus } from '~/src/admin/form/form-state'
import { pathTo } from '~/src/admin/paths'
import { failureOf } from '~/src/api/contract/failures'
import { useToast } from '~/src/ui/use-toast'

/**
 * Submits the new name; its error returns to the field, any other failure is returned as `failure`.
 * @param draft the key of what was typed, which is forgotten then
 */
export const useRename = (record: PanelVecto, draft: string) => {
  const translate = useTranslate()
  const toast = useToast()
  const redirect = useRedirect()
  const { failure, setFailure, saved } = useFormStatus()
  const [update] = useUpdate()
  const rename = async ({ newname }: { newname?: string }) => {
    setFailure(null)
    const data = { newname: newname?.trim(), status: 'renaming' }
    try {
      await update(
        'vectos',
        { id: record.id, data, previousData: record },
        { mutationMode: 'pessimistic', returnPromise: true, onError: () => undefined },
      )
    } catch (error) {
      const { errors } = failureOf(error)
      if (!errors) setFailure(error)
      return errors
    }
    saved.current = true
    dropDraft(draft)
    toast(translate('resources.vectos.renamed'), 'success')
    redirect(pathTo('vectos', 'list') ?? '/')
    return undefined
  }
  return { failure, rename }
}
