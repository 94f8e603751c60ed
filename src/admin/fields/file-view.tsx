import { useLocaleState, useTranslate } from 'react-admin'
import { isFile } from '~/model/fields'
import { megabytes } from '~/src/ui/format'
import type { ValueProps } from './view-of'

export const FileView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  const translate = useTranslate()
  const { label = '', size = 0 } = isFile(value) ? value : {}
  return (
    <span>
      {label} ({translate('admin.megabytes', { size: megabytes(size, locale) })})
    </span>
  )
}
