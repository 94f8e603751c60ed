/** A promise that the test settles, like `Promise.withResolvers` of later Node versions. */
export const deferred = <T = void>() => {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
