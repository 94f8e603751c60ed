/** `waiting`: the connection is lost; the upload continues when it returns. */
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

/** In these states the form cannot be saved. */
export const isBusy = ({ status }: UploadState) => ['running', 'paused', 'waiting'].includes(status)
