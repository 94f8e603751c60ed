import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { type Store, useStore, useStoreContext } from 'react-admin'
import { type NavigateFunction, useLocation, useNavigate, useNavigationType } from 'react-router'
import { type ListParams, type ListPlace, readAddress, tabOf, writeAddress } from '~/model/lists/list-address'
import { isObject } from '~/model/objects'
import { afterPaint } from '~/src/ui/use-after-paint'

/** Marks an entry of the browser's history that the list itself wrote. */
const written = { list: true }
const isWritten = (state: unknown) => isObject(state) && state.list === true

const stored = (store: Store, key: string) => store.getItem<ListParams>(key) ?? {}

/** URLs contain references only: labels known here are kept. */
const withLabels = (asked: Required<ListParams>, known: ListParams): Required<ListParams> => ({
  ...asked,
  filter: Object.fromEntries(
    Object.entries(asked.filter).map(([path, value]) => {
      const before = known.filter?.[path]
      const same = isObject(value) && isObject(before) && value.ref === before.ref
      return [path, same ? before : value]
    }),
  ),
})

const usualOf = ({ resource, tab }: ListPlace): Required<ListParams> => {
  const { perPage, sort } = tabOf(resource, tab)
  return { filter: {}, page: 1, perPage, sort: sort.field, order: sort.order }
}

const namesOf = (search: string) => [...new URLSearchParams(search).keys()].join()

/** True while the user types in the same filters: the browser's history gets one entry for a word. */
const isTyping = (before: string, after: string) =>
  !/[?&](page|rows|sort)=/.test(before + after) && before !== '' && namesOf(before) === namesOf(after)

const go = (navigate: NavigateFunction, search: string, hash: string, replace: boolean) =>
  void navigate({ search, hash }, { replace, state: written, preventScrollReset: true })

/** Milliseconds that the URL waits for rows at most. */
const ROWS_WAIT = 1000

/** Runs `work` once the rows that are being loaded have been painted. @returns a function that cancels it */
const afterRows = (queries: QueryClient, resource: string, work: () => void) => {
  let cancel: () => void = () => undefined
  const end = () => {
    stop()
    cancel = afterPaint(work)
  }
  const timer = setTimeout(end, ROWS_WAIT)
  const isLoading = () => queries.isFetching({ queryKey: [resource, 'getList'] }) > 0
  const stopListening = queries.getQueryCache().subscribe(event => {
    const isAnswer = event.type === 'updated' && ['success', 'error'].includes(event.action.type)
    if (isAnswer && !isLoading()) end()
  })
  cancel = afterPaint(() => {
    if (!isLoading()) end()
  })
  const stop = () => {
    clearTimeout(timer)
    stopListening()
    cancel()
  }
  return stop
}

/**
 * Synchronizes the URL with the list parameters in the session storage. A URL with parameters wins; one without, such
 * as the menu's, opens the list with its stored state, except when going back to it within the list.
 * @param key of the storage
 * @returns `goToTab` opens a tab with its stored parameters; `onTotal` takes the number of records found
 */
export const useListAddress = (place: ListPlace, key: string) => {
  const store = useStoreContext()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const type = useNavigationType()
  const { key: entry, search, hash, state } = useLocation()
  const seen = useRef<string>(undefined)
  const total = useRef<number>(undefined)
  const giveUp = useRef<() => void>(undefined)
  const adopt = (asked: Required<ListParams> | undefined) =>
    asked && store.setItem(key, withLabels(asked, stored(store, key)))
  // Before the list reads it.
  useState(() => adopt(readAddress(place, search)))
  const [shown] = useStore<ListParams>(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes are the address and the stored list.
  useLayoutEffect(() => {
    const first = seen.current === undefined
    const arrived = seen.current !== entry
    seen.current = entry
    if (arrived && !first && (type === 'POP' || !isWritten(state)))
      adopt(readAddress(place, search) ?? (type === 'POP' ? usualOf(place) : undefined))
    const wanted = writeAddress(place.resource, place.tab, stored(store, key))
    const { page = 1, perPage = 1 } = readAddress(place, search) ?? {}
    const beyond = total.current !== undefined && (page - 1) * perPage >= total.current
    if (wanted === search) return
    const write = () => go(navigate, wanted, hash, arrived || beyond || isTyping(search, wanted))
    // A URL update re-renders every component that reads the location, such as each link.
    if (!arrived) {
      giveUp.current = afterRows(queries, place.resource.name, write)
      return giveUp.current
    }
    write()
  }, [entry, search, key, shown])
  const goToTab = useCallback(
    (tab: string, tabsKey: string) => {
      // It would lead back to the tab that is left.
      giveUp.current?.()
      go(navigate, writeAddress(place.resource, tab, stored(store, tabsKey)), tab, false)
    },
    [navigate, place.resource, store],
  )
  const onTotal = useCallback((found: number | undefined) => {
    total.current = found
  }, [])
  return { goToTab, onTotal }
}
