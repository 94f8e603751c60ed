import FilmIcon from '@mui/icons-material/SlideshowOutlined'
import Box from '@mui/material/Box'
import { Suspense, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { isEmpty } from '~/model/access'
import type { Picture, Resource } from '~/model/define'
import { valueAt } from '~/model/objects'
import { absenceKey, useFieldSlot } from '~/src/admin/admin-config'
import { isAddress } from '~/src/ui/avatar'
import { RecordAvatar, useCompact, viewOf } from './kinds'

/** Placeholder for a missing value: a dash with an accessible name. */
export const Missing = () => {
  const translate = useTranslate()
  return (
    <Box
      component="span"
      role="img"
      data-missing
      aria-label={translate('admin.noValue')}
      sx={{ color: 'text.disabled' }}
    >
      –
    </Box>
  )
}

/** The meaning of an empty field, if the definition declares one. */
const Absent = ({ resource, path }: { readonly resource: Resource; readonly path: string }) => {
  const translate = useTranslate()
  const compact = useCompact()
  if (compact || !resource.fields[path]?.absence) return <Missing />
  return <span>{translate(absenceKey(resource.name, path))}</span>
}

type Props = {
  readonly resource: Resource
  readonly path: string
  /** Suspends until the resource's own view is loaded, instead of appearing later. */
  readonly suspends?: boolean
}

/** The read-only view of a field of the record in context: the resource's own, or the one of its kind. */
export const FieldView = ({ resource, path, suspends = false }: Props) => {
  const record = useRecordContext()
  const { view: Own } = useFieldSlot(resource, path)
  const field = resource.fields[path]
  if (!record || !field) return null
  if (Own) {
    const own = <Own resource={resource} path={path} field={field} />
    return suspends ? own : <Suspense fallback={null}>{own}</Suspense>
  }
  const value = valueAt(record, path)
  if (isEmpty(value)) return <Absent resource={resource} path={path} />
  const View = viewOf(field)
  const view = <View resource={resource} path={path} field={field} value={value} />
  const isLater = 'preload' in View
  return isLater && !suspends ? <Suspense fallback={null}>{view}</Suspense> : view
}

type ImageProps = { readonly picture: Picture<string>; readonly size: 'small' | 'large' }

/** The picture of the record in context, or an icon if there is none or its link has expired. */
export const PictureImage = ({ picture, size }: ImageProps) => {
  const record = useRecordContext()
  const [broken, setBroken] = useState<string>()
  const address = record?.[picture[size]]
  if (!isAddress(address) || address === broken) return <FilmIcon aria-hidden />
  return <img src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(address)} />
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
