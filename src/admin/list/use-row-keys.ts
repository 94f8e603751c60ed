import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useRecordTitle } from '~/src/admin/record-id'

/** The names of the rows' boxes, in the order of the rows. */
const useBoxNames = (resource: Resource) => {
  const { data } = useListContext()
  const translate = useTranslate()
  const titleOf = useRecordTitle(resource)
  const names = useRef<readonly string[]>([])
  useLayoutEffect(() => {
    names.current = (data ?? []).map(record => translate('admin.list.choose', { name: titleOf(record) }))
  })
  return names
}

/** Arrow keys in the rows of a table and the names of their boxes, loaded after the first rows. */
export const useRowKeys = (ref: RefObject<HTMLTableElement | null>, resource: Resource) => {
  const names = useBoxNames(resource)
  useEffect(() => {
    let stop = () => {}
    let gone = false
    const start = async () => {
      const { followKeys } = await import('./row-keys')
      if (!gone && ref.current) stop = followKeys(ref.current, () => names.current)
    }
    // Without them, as offline, each button is a tab stop of its own.
    const timer = setTimeout(() => start().catch(() => undefined))
    return () => {
      gone = true
      clearTimeout(timer)
      stop()
    }
  }, [ref, names])
}
