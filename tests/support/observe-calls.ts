import { relative } from 'node:path'
import { expect } from 'vitest'
import { observeTest } from '~/scripts/calls/observed-calls'
import './recorded-fetch'

/** Vitest's set-up of a test file: the calls that it makes to the API are recorded, for docs/calls.md. */
observeTest(relative(process.cwd(), expect.getState().testPath ?? ''))
