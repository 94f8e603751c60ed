import { afterEach, beforeEach, vi } from 'vitest'

/** For tests that provoke failures: what react-admin writes to the console about them is not for the report. */
export const hushed = () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void vi.restoreAllMocks())
}
