import { Confirm, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { actionKey, useOwnMessage } from '~/src/admin/admin-config'

type Props = {
  readonly resource: Resource
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}

export const ActDialog = ({ resource, action, onConfirm, onClose }: Props) => {
  const translate = useTranslate()
  const say = useOwnMessage(resource.name)
  return (
    <Confirm
      isOpen
      title={translate(actionKey(resource.name, action))}
      content={say(`confirm.${action}`, 'admin.confirm')}
      onClose={onClose}
      onConfirm={() => {
        onClose()
        onConfirm()
      }}
    />
  )
}
