import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useListContext, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { useRecordTitle } from '~/src/admin/paths'
import { useSingleKeys } from '~/src/ui/shortcut'

/** The names of the rows' checkboxes, in the order of the rows. */
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

/**
 * Loads and starts an enhancement after the first rows. Without it, for instance offline, the list works without the
 * enhancement.
 */
const useAfterRows = <T extends Element>(
  ref: RefObject<T | null>,
  load: (element: () => T | null) => Promise<(() => void) | undefined>,
) => {
  const latest = useRef(load)
  useEffect(() => {
    let stop: (() => void) | undefined
    let gone = false
    const start = async () => {
      stop = await latest.current(() => (gone ? null : ref.current))
    }
    const timer = setTimeout(() => start().catch(() => undefined))
    return () => {
      gone = true
      clearTimeout(timer)
      stop?.()
    }
  }, [ref])
}

/** Arrow keys in the rows of a table and the names of their checkboxes, loaded after the first rows. */
export const useRowKeys = (ref: RefObject<HTMLTableElement | null>, resource: Resource) => {
  const names = useBoxNames(resource)
  const [singleKeys] = useSingleKeys()
  const areLettersOn = useRef(singleKeys)
  areLettersOn.current = singleKeys
  useAfterRows(ref, async tableNow => {
    const [{ followKeys }, { followTabClicks }] = await Promise.all([
      import('./row-keys'),
      import('./row-links'),
    ])
    const table = tableNow()
    if (!table) return undefined
    const stops = [
      followKeys(
        table,
        () => names.current,
        () => areLettersOn.current,
      ),
      followTabClicks(table),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  })
}

/** Keeps the focus in a list whose rows are deleted. */
export const useRowFocus = (ref: RefObject<HTMLElement | null>) =>
  useAfterRows(ref, async listNow => {
    const { keepFocus } = await import('./row-focus')
    const list = listNow()
    return list ? keepFocus(list) : undefined
  })
