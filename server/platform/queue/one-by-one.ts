/** Serializes runs of `work`. A call during a run causes one more run afterwards. */
export const oneByOne = (work: () => Promise<unknown>, failed: (error: unknown) => void) => {
  let running = false
  let again = false
  const run = async () => {
    running = true
    while (again) {
      again = false
      await work().catch(failed)
    }
    running = false
  }
  return () => {
    again = true
    if (!running) void run()
  }
}
