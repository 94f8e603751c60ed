import { useEffect, useRef, useState } from 'react'
import type { FileDescriptor } from '~/model/fields'
import { speedMeter } from '~/model/video/speed-meter'
import type { Transfer, TransferEvents, Uploader } from '~/src/api/uploader'
import { heldUploads } from './held-uploads'
import { patiently } from './patiently'
import { serverMessage } from './server-message'
import { idle, type UploadState } from './upload-state'

type Change = (change: Partial<UploadState>) => void

/** Why an upload ended that had not begun: its form was left, and may offer it again. */
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

/** One upload at a time: its state and its controls. */
export const useUpload = (uploader: () => Promise<Uploader>, onDone: (file: FileDescriptor) => void) => {
  const [state, setState] = useState(idle)
  const transfer = useRef<Transfer | null>(null)
  const finished = useRef<string | null>(null)
  const change: Change = partial => setState(before => ({ ...before, ...partial }))
  const run = useRef(new AbortController())
  const isPaused = useRef(false)
  useEffect(
    () => () => {
      run.current.abort(LEFT)
      transfer.current?.release()
      heldUploads.free(finished.current)
    },
    [],
  )

  const describe = async (url: string, signal: AbortSignal) => {
    if (signal.aborted) return
    finished.current = url
    transfer.current = null
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
  const begin = async (file: File, { signal }: AbortController) => {
    const changeThis: Change = partial => !signal.aborted && change(partial)
    try {
      const begun = await (await uploader()).start(
        file,
        eventsFor(changeThis, url => void describe(url, signal)),
      )
      if (!signal.aborted) transfer.current = begun
      else if (signal.reason === LEFT) begun.release()
      else await begun.cancel()
      // Pressed before there was anything to pause.
      if (isPaused.current && !signal.aborted) begun.pause()
    } catch (error) {
      changeThis({ status: 'failed', error: serverMessage(error) })
    }
  }
  const start = (file: File) => {
    setState({ ...idle, status: 'running', name: file.name, total: file.size })
    run.current = new AbortController()
    isPaused.current = false
    return begin(file, run.current)
  }
  const pause = () => {
    isPaused.current = true
    transfer.current?.pause()
    change({ status: 'paused', speed: 0 })
  }
  const resume = () => {
    isPaused.current = false
    change({ status: 'running' })
    transfer.current?.resume()
  }
  const dropFinished = () => {
    const url = finished.current
    run.current.abort()
    if (url) void uploader().then(({ drop }) => drop(url))
    finished.current = null
  }
  const cancel = () => {
    void transfer.current?.cancel()
    transfer.current = null
    dropFinished()
    change({ status: 'cancelled' })
  }
  const remove = () => {
    dropFinished()
    setState(idle)
  }
  return {
    state,
    start,
    pause,
    resume,
    cancel,
    remove,
    refuse: (error: string) => setState({ ...idle, error }),
  }
}
