import FilmIcon from '@mui/icons-material/SlideshowOutlined'
import { useState } from 'react'
import { useRecordContext } from 'react-admin'
import type { Picture } from '~/model/define'

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:|\/|data:)/.test(value)

type ImageProps = { readonly picture: Picture<string>; readonly size: 'small' | 'large' }

/** The picture of the record in context, or an icon if there is none or its link has expired. */
export const PictureImage = ({ picture, size }: ImageProps) => {
  const record = useRecordContext()
  const [broken, setBroken] = useState<string>()
  const address = record?.[picture[size]]
  if (!isAddress(address) || address === broken) return <FilmIcon aria-hidden />
  return <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(address)} />
}

/** The picture next to a name; its space is reserved before it loads. */
export const RowPicture = ({ picture }: Pick<ImageProps, 'picture'>) => (
  <span className="row-picture">
    <PictureImage picture={picture} size="small" />
  </span>
)
