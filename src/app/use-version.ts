import { useEffect, useState } from 'react'

const read = async () => {
  const response = await fetch('/version.json', { cache: 'no-cache' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { version }: { version?: unknown } = await response.json()
  return typeof version === 'string' ? version : undefined
}

/** The product's version as served; undefined if its file is missing (specification §8). */
export const useVersion = () => {
  const [version, setVersion] = useState<string>()
  useEffect(() => {
    read()
      .then(setVersion)
      // biome-ignore lint/suspicious/noConsole: a missing version file is logged, never shown.
      .catch((error: unknown) => console.info('version.json could not be read', error))
  }, [])
  return version
}
