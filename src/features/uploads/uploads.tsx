import { Suspense, useState, useSyncExternalStore } from 'react'
import { laterPart } from '~/src/ui/later-part'
import { givenFiles } from './given-files'

const Tray = laterPart(() => import('./tray').then(file => ({ default: file.Tray })))

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
