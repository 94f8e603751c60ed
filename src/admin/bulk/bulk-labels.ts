import { useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { actionKey } from '~/src/admin/labels'

/** The name of a bulk action: the resource's own, that of its action on one record, or react-admin's. */
export const useBulkLabel = ({ name }: Resource) => {
  const translate = useTranslate()
  return (action: string) => {
    const shared = translate(`ra.action.${action}`, { _: action })
    return translate(`resources.${name}.bulk.${action}`, {
      _: translate(actionKey(name, action), { _: shared }),
    })
  }
}
