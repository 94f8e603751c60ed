import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazyPart } from '~/src/ui/lazy-part'
import { givenFiles } from './given-files'

const Tray = lazyPart(() => import('./tray').then(file => ({ default: file.Tray })))

/** The upload tray on every screen, loaded with the first files. */
export const Uploads = () => {
  const given = useSyncExternalStore(givenFiles.subscribe, givenFiles.read)
  const [used, setUsed] = useState(false)
  if (given.length > 0 && !used) setUsed(true)
  return (
    used && (
      <Suspense>
        <Tray given={given} />
      </Suspense>
    )
  )
}
