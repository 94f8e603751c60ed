import { relative } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { observeTest } from '~/scripts/calls/observed-calls'
import '~/tests/support/panel/recorded-fetch'

const file = relative(process.cwd(), expect.getState().testPath ?? '')

/**
 * Vitest set-up of a test file: records its calls of the API for docs/calls.md, except those of long tests, which
 * `npm test` does not run.
 */
observeTest(file)
beforeEach(({ task }) => observeTest(task.tags?.includes('long') ? undefined : file))
