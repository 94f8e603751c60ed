type Work = (turn: number) => Promise<{ readonly status: number }>

/**
 * Repeats each request in a loop, all concurrently.
 * @returns a function that stops the loops and returns the number of responses by status or error message
 */
export const keepRepeating = (works: readonly Work[]) => {
  const answers: Record<string, number> = {}
  let isStopped = false
  const repeat = async (work: Work) => {
    for (let turn = 0; !isStopped; turn += 1) {
      const status = await work(turn).then(
        answer => answer.status,
        (error: Error) => error.message,
      )
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  const all = Promise.all(works.map(repeat))
  return async () => {
    isStopped = true
    await all
    return answers
  }
}
