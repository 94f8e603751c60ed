import type { MouseEvent } from 'react'
import { Link } from 'react-admin'
import { canEverDo } from '~/model/access'
import { textIn } from '~/model/objects'
import { refIn } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { mayList } from '~/src/admin/rights'
import { idOf } from '~/src/api/contract/records'
import type { ValueProps } from './view-of'

/** Links to the target record if the actor may read such records; otherwise shows its label only. */
export const LinkView = ({ field, value }: ValueProps) => {
  const actor = useActor()
  const [ref, label] = [refIn(value) ?? '', textIn(value, 'label')]
  const target = field.target && resourceOf(field.target)
  const path = target && pathTo(target.name, 'show', idOf(target.name, ref))
  if (!path || !canEverDo(target, 'read', actor) || !mayList(target, actor)) return <span>{label}</span>
  return (
    <Link
      to={path}
      onClick={(event: MouseEvent) => event.stopPropagation()}
      sx={{ overflowWrap: 'anywhere' }}
    >
      {label || ref}
    </Link>
  )
}
