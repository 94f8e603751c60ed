/** What a check found. A warning leaves the product working; an error does not. */
export type Finding = {
  readonly level: 'ok' | 'warning' | 'error'
  readonly message: string
  /** What to do; with every warning and error. */
  readonly remedy?: string
}

export const ok = (message: string): Finding => ({ level: 'ok', message })
export const warning = (message: string, remedy: string): Finding => ({ level: 'warning', message, remedy })
export const error = (message: string, remedy: string): Finding => ({ level: 'error', message, remedy })
