import { NoAnswerError, type RunOptions, run } from '~/server/platform/process/run-program'
import { Failure } from './failure'

/**
 * Runs a video tool to completion.
 * @throws Failure `no_answer` if it was silent or ran for too long; the signal's reason if it was aborted
 */
export const runTool = (program: string, args: readonly string[], options: RunOptions) =>
  run(program, args, options).catch(error => {
    throw error instanceof NoAnswerError ? new Failure('no_answer', error.message) : error
  })
