import { useEffect, useRef, useState } from 'react'
import type { FileDescriptor } from '~/model/fields'
import { speedMeter } from '~/model/video/speed-meter'
import type { Transfer, TransferEvents, Uploader } from '~/src/api/uploader'
import { heldUploads } from './held-uploads'
import { patiently } from './patiently'
import { serverMessage } from './server-message'

/** `waiting`: the connection is lost; the upload continues when it returns. */
type UploadStatus = 'idle' | 'running' | 'paused' | 'waiting' | 'completed' | 'failed' | 'cancelled'

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

const idle: UploadState = {
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

type Change = (change: Partial<UploadState>) => void

/** The abort reason of an upload that had not begun when its form was left: it may be offered again. */
const LEFT = 'left'

const eventsFor = (change: Change, onSent: (url: string) => void): TransferEvents => {
  const speedAt = speedMeter()
  return {
    onProgress: (sent, total) => change({ status: 'running', sent, total, speed: speedAt(sent) }),
    onWaiting: () => change({ status: 'waiting', speed: 0 }),
    onResumed: () => change({ resumed: true }),
    onFailed: error => change({ status: 'failed', error: serverMessage(error) }),
    onSent,
  }
}

type Upload = {
  readonly uploader: () => Promise<Uploader>
  readonly change: Change
  readonly onDone: (file: FileDescriptor) => void
}

/** Requests the descriptor of a sent file. */
const describeSent = async ({ uploader, change, onDone }: Upload, url: string, signal: AbortSignal) => {
  const onWaiting = () => change({ status: 'waiting', speed: 0 })
  try {
    const sender = await uploader()
    const file = await patiently(() => sender.describe(url), { onWaiting, signal })
    if (!file) return
    onDone(file)
    change({ status: 'completed' })
  } catch (error) {
    change({ status: 'failed', error: serverMessage(error) })
  }
}

/** The running upload, and its transfer. */
type Run = {
  readonly ending: AbortController
  isPaused: boolean
  transfer: Transfer | null
  finished: string | null
}

const begin = async (upload: Upload, run: Run, file: File) => {
  const { signal } = run.ending
  const change: Change = partial => !signal.aborted && upload.change(partial)
  const onSent = (url: string) => {
    if (signal.aborted) return
    run.finished = url
    run.transfer = null
    void describeSent(upload, url, signal)
  }
  try {
    const begun = await (await upload.uploader()).start(file, eventsFor(change, onSent))
    if (!signal.aborted) run.transfer = begun
    else if (signal.reason === LEFT) begun.release()
    else await begun.cancel()
    // Paused before the transfer existed.
    if (run.isPaused && !signal.aborted) begun.pause()
  } catch (error) {
    change({ status: 'failed', error: serverMessage(error) })
  }
}

/** Runs the uploads of a form, one at a time. */
const runnerOf = (upload: Upload) => {
  const { uploader, change } = upload
  let run: Run = { ending: new AbortController(), isPaused: false, transfer: null, finished: null }
  const drop = () => {
    const url = run.finished
    run.ending.abort()
    if (url) void uploader().then(sender => sender.drop(url))
    run.finished = null
  }
  return {
    start: (file: File) => {
      change({ ...idle, status: 'running', name: file.name, total: file.size })
      run = { ...run, ending: new AbortController(), isPaused: false }
      return begin(upload, run, file)
    },
    pause: () => {
      run.isPaused = true
      run.transfer?.pause()
      change({ status: 'paused', speed: 0 })
    },
    resume: () => {
      run.isPaused = false
      change({ status: 'running' })
      run.transfer?.resume()
    },
    cancel: () => {
      void run.transfer?.cancel()
      run.transfer = null
      drop()
      change({ status: 'cancelled' })
    },
    remove: () => {
      drop()
      change(idle)
    },
    refuse: (error: string) => change({ ...idle, error }),
    leave: () => {
      run.ending.abort(LEFT)
      run.transfer?.release()
      heldUploads.free(run.finished)
    },
  }
}

/** One upload at a time: its state and its controls. */
export const useUpload = (uploader: () => Promise<Uploader>, onDone: (file: FileDescriptor) => void) => {
  const [state, setState] = useState(idle)
  const latest = useRef({ uploader, onDone })
  latest.current = { uploader, onDone }
  const [{ leave, ...controls }] = useState(() =>
    runnerOf({
      uploader: () => latest.current.uploader(),
      change: partial => setState(before => ({ ...before, ...partial })),
      onDone: file => latest.current.onDone(file),
    }),
  )
  useEffect(() => leave, [leave])
  return { state, ...controls }
}
