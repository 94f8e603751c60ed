/** A promise that the test settles, as `Promise.withResolvers` gives it in later versions of Node. */
export const deferred = <T = void>() => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
