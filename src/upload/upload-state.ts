/** `waiting`: without a line, until it comes back. */
export type UploadStatus = 'idle' | 'running' | 'paused' | 'waiting' | 'completed' | 'failed' | 'cancelled'

export type UploadState = {
  readonly status: UploadStatus
  readonly name: string
  readonly sent: number
  readonly total: number
  /** Bytes per second. */
  readonly speed: number
  readonly resumed: boolean
  readonly error: string | null
}

export const idle: UploadState = {
  status: 'idle',
  name: '',
  sent: 0,
  total: 0,
  speed: 0,
  resumed: false,
  error: null,
}

/** While one of these, the form cannot be saved. */
export const isBusy = ({ status }: UploadState) => ['running', 'paused', 'waiting'].includes(status)
