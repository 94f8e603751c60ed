import Button from '@mui/material/Button'
import { LinkBase, useResourceContext, useTranslate } from 'react-admin'
import { events } from '~/model/registry'
import { securityEvents } from '~/model/resources/security-events'
import { mayList, useActor } from '~/src/admin/rights'

const other = { [events.name]: securityEvents, [securityEvents.name]: events } as const

/** Tabs for changes and security events, for users who may read both. */
export const AuditTabs = () => {
  const actor = useActor()
  const translate = useTranslate()
  const name = useResourceContext()
  const target = name === events.name || name === securityEvents.name ? other[name] : undefined
  if (!target || !mayList(target, actor)) return null
  return (
    <Button size="small" component={LinkBase} to={target.paths.list}>
      {translate(`events.${target.name}`)}
    </Button>
  )
}
