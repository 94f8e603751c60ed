import type { MouseEvent } from 'react'
import { LinkBase } from 'react-admin'
import { canEverDo } from '~/model/access'
import type { Field } from '~/model/fields'
import { textIn } from '~/model/objects'
import { refIn } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { useActor } from '~/src/admin/actor'
import { pathTo } from '~/src/admin/paths'
import { mayList } from '~/src/admin/rights'
import { idOf } from '~/src/api/contract/records'
import type { ValueProps } from './view-of'

/** The screen of a link's target, or its form where it has no other; undefined if the actor may not read such records. */
export const useLinkPath = ({ target: name }: Field, value: unknown) => {
  const actor = useActor()
  const target = name && resourceOf(name)
  if (!target || !canEverDo(target, 'read', actor) || !mayList(target, actor)) return undefined
  const id = idOf(target.name, refIn(value) ?? '')
  const show = pathTo(target.name, 'show', id)
  return show ?? (canEverDo(target, 'update', actor) ? pathTo(target.name, 'edit', id) : undefined)
}

/** Links to the target record if the actor may read such records; otherwise shows its label only. */
export const LinkView = ({ field, value }: ValueProps) => {
  const path = useLinkPath(field, value)
  const [ref, label] = [refIn(value) ?? '', textIn(value, 'label')]
  if (!path) return <span>{label}</span>
  return (
    <LinkBase to={path} className="record-link" onClick={(event: MouseEvent) => event.stopPropagation()}>
      {label || ref}
    </LinkBase>
  )
}
