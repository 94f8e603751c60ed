import { NoAnswerError, OutputLimitError, type RunOptions, run } from '~/server/platform/process/run-program'
import { Failure } from './failure'

/**
 * Runs a video tool to completion.
 * @throws Failure `no_answer` if it was silent or ran for too long, `too_much_output` if it wrote without end; the signal's
 * reason if it was aborted
 */
export const runTool = (program: string, args: readonly string[], options: RunOptions) =>
  run(program, args, options).catch(error => {
    if (error instanceof NoAnswerError) throw new Failure('no_answer', error.message)
    throw error instanceof OutputLimitError ? new Failure('too_much_output', error.message) : error
  })
