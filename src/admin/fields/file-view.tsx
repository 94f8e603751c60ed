import { useLocaleState } from 'react-admin'
import { isFile } from '~/model/fields'
import { fileSize } from '~/src/ui/format'
import type { ValueProps } from './view-of'

export const FileView = ({ value }: ValueProps) => {
  const [locale] = useLocaleState()
  const { label = '', size = 0 } = isFile(value) ? value : {}
  return (
    <span>
      {label} ({fileSize(size, locale)})
    </span>
  )
}
