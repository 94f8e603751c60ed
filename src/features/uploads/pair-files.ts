import { orderPair } from '~/model/insv-pair'

/** Groups camera files by recording: the two lenses together, front first, and those without a partner alone. */
export const pairFiles = (files: readonly File[]) => {
  const rest = [...files]
  const groups: File[][] = []
  for (let one = rest.shift(); one; one = rest.shift()) {
    const first = one
    const at = rest.findIndex(other => orderPair(first, other))
    const [other] = at < 0 ? [] : rest.splice(at, 1)
    groups.push((other && orderPair(first, other)) ?? [first])
  }
  return groups
}
