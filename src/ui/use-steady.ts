import { useMemo } from 'react'

/**
 * Keeps the identity of a value while its JSON is unchanged, so that memoized components do not re-render. For JSON
 * values.
 */
export const useSteady = <T>(value: T): T => {
  const said = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object with the same JSON counts as the same value.
  return useMemo(() => value, [said])
}
