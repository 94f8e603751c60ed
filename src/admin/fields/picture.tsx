import FilmIcon from '@mui/icons-material/SlideshowOutlined'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import { labelOf } from '~/model/access'
import type { Picture, Resource } from '~/model/define'
import { Avatar, isAddress } from '~/src/ui/avatar'

type ImageProps = { readonly picture: Picture<string>; readonly size: 'small' | 'large' }

/** The picture of the record in context, or an icon if there is none or its link has expired. */
export const PictureImage = ({ picture, size }: ImageProps) => {
  const record = useRecordContext()
  const [broken, setBroken] = useState<string>()
  const address = record?.[picture[size]]
  if (!isAddress(address) || address === broken) return <FilmIcon aria-hidden />
  return <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(address)} />
}

type AvatarProps = {
  readonly resource: Resource
  /** Width and height in pixels. */
  readonly size: number
}

/** The picture of the user or the company in context, or their initials; nothing for other records. */
export const RecordAvatar = ({ resource, size }: AvatarProps) => {
  const record = useRecordContext()
  const { shape, small } = resource.picture ?? {}
  if (!record || !shape || !small) return null
  const name = labelOf(resource, record)
  return <Avatar uid={String(record.id)} name={name} address={record[small]} shape={shape} size={size} />
}

/** Width and height in pixels of an avatar in a row: less than that of its buttons, also in a dense table. */
const ROW = 28

type RowProps = { readonly resource: Resource; readonly picture: Picture<string> }

/** The picture next to a name; its space is reserved before it loads. */
export const RowPicture = ({ resource, picture }: RowProps) =>
  picture.shape ? (
    <RecordAvatar resource={resource} size={ROW} />
  ) : (
    <span className="row-picture">
      <PictureImage picture={picture} size="small" />
    </span>
  )
