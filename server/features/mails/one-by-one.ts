/** Runs `work` when called; called while it runs, once more afterwards. Never twice at the same time. */
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
