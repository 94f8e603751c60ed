import { useMemo } from 'react'

/** The same object for as long as it says the same: what is memoized for it is not drawn again. For values of JSON. */
export const useSteady = <T>(value: T): T => {
  const said = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another object that says the same is not another value.
  return useMemo(() => value, [said])
}
