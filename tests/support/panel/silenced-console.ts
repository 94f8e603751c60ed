import { afterEach, beforeEach, vi } from 'vitest'

/** Silences the console errors that react-admin logs in tests that provoke failures. */
export const hushed = () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
  afterEach(() => void vi.restoreAllMocks())
}
