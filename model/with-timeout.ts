/** The result of work, or the error if it takes longer. The work itself is not ended. */
export const withTimeout = <T>(milliseconds: number, work: Promise<T>, error: Error): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(reject, milliseconds, error)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
