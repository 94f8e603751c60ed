import { relative } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { observeTest } from '~/scripts/calls/observed-calls'
import './recorded-fetch'

const file = relative(process.cwd(), expect.getState().testPath ?? '')

/**
 * Vitest's set-up of a test file: the calls that it makes to the API are recorded, for docs/calls.md; not those of long
 * tests, which `npm test` does not make.
 */
observeTest(file)
beforeEach(({ task }) => observeTest(task.tags?.includes('long') ? undefined : file))
