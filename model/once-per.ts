/** Computes a value once for each object, such as a definition, and keeps it as long as that object is kept. */
export const oncePer = <K extends object, V>(compute: (object: K) => V): ((object: K) => V) => {
  const known = new WeakMap<K, { readonly value: V }>()
  return object => {
    const found = known.get(object) ?? { value: compute(object) }
    known.set(object, found)
    return found.value
  }
}
