import { Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { laterPart } from '~/src/ui/later-part'
import { givenFiles } from './given-files'

const Tray = laterPart(() => import('./tray').then(file => file.Tray))

const UnfinishedNotice = laterPart(() => import('./unfinished-notice').then(file => file.UnfinishedNotice))

/** Milliseconds: the screen's own requests come first. */
const AFTER_OPENING = 3_000

/** Whether uploads of an earlier visit exist. Checked once, after the panel has opened. */
const useIsInterrupted = () => {
  const [isInterrupted, setInterrupted] = useState(false)
  useEffect(() => {
    let isGone = false
    let timer: ReturnType<typeof setTimeout>
    const check = () => {
      timer = setTimeout(async () => {
        // Again later if the server cannot be reached.
        const file = await import('~/src/upload/unfinished').catch(() => undefined)
        if (isGone) return
        if (file) setInterrupted(file.mayHaveUnfinished())
        else check()
      }, AFTER_OPENING)
    }
    check()
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  return isInterrupted
}

/** The upload tray on every screen, loaded with the first files. It replaces the notice of interrupted uploads. */
export const Uploads = () => {
  const given = useSyncExternalStore(givenFiles.subscribe, givenFiles.read)
  const [used, setUsed] = useState(false)
  const isInterrupted = useIsInterrupted()
  if (given.length > 0 && !used) setUsed(true)
  return (
    (used || isInterrupted) && <Suspense>{used ? <Tray given={given} /> : <UnfinishedNotice />}</Suspense>
  )
}
