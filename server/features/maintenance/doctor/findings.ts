/** Result of a check. The product works in spite of a warning, but not of an error. */
export type Finding = {
  readonly level: 'ok' | 'warning' | 'error'
  readonly message: string
  /** Instructions for the operator; with every warning and error. */
  readonly remedy?: string
}

export const ok = (message: string): Finding => ({ level: 'ok', message })
export const warning = (message: string, remedy: string): Finding => ({ level: 'warning', message, remedy })
export const error = (message: string, remedy: string): Finding => ({ level: 'error', message, remedy })
