import { useTranslate } from 'react-admin'
import { choiceKey } from '~/src/admin/labels'
import type { ValueProps } from './view-of'

export const ChoiceView = ({ resource, path, value }: ValueProps) => {
  const translate = useTranslate()
  return <span>{translate(choiceKey(resource.name, path, String(value)), { _: String(value) })}</span>
}

// One colour per meaning, for every resource: done, waiting, deletion, failed.
const colours: Readonly<Record<string, 'success' | 'warning' | 'error'>> = {
  active: 'success',
  completed: 'success',
  sent: 'success',
  pending: 'warning',
  waiting: 'warning',
  deletable: 'error',
  deleted: 'error',
  ko: 'error',
  timeout: 'error',
  failed: 'error',
}

export const StatusView = ({ resource, path, value }: ValueProps) => {
  const translate = useTranslate()
  const status = String(value)
  return (
    <span className={`status ${colours[status] ?? ''}`}>
      {translate(choiceKey(resource.name, path, status), { _: status })}
    </span>
  )
}
