type Work = (turn: number) => Promise<{ readonly status: number }>

/**
 * Repeats each of these without a pause, all at once.
 * @returns what ends it, and answers how often there was each status, or message of a failure
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
