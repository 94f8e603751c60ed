import { useGetManyAggregate } from 'react-admin'
import type { Link } from '~/model/fields'
import { uidOf } from '~/model/refs'
import { resourceOf } from '~/model/registry'
import { mayList, useActor } from '~/src/admin/rights'
import { idOf } from '~/src/api/contract/records'
import { Avatar } from '~/src/ui/avatar'

type Props = {
  /** The resource of the linked record. */
  readonly target: string
  readonly link: Link
  /** Width and height in pixels. */
  readonly size: number
}

/** The picture of a linked user or company, or their initials; those of a screen are read in one request. */
export const LinkAvatar = ({ target, link: { ref, label }, size }: Props) => {
  const actor = useActor()
  const resource = resourceOf(target)
  const { shape, small } = resource.picture ?? {}
  const { data } = useGetManyAggregate(
    target,
    { ids: [idOf(target, ref)] },
    { enabled: shape !== undefined && mayList(resource, actor), retry: false },
  )
  if (!shape || !small) return null
  return <Avatar uid={uidOf(ref)} name={label} address={data?.[0]?.[small]} shape={shape} size={size} />
}
