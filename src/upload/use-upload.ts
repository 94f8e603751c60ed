import { useEffect, useRef, useState } from 'react'
import type { FileDescriptor } from '~/model/fields'
import type { Transfer, TransferEvents, Uploader } from '~/src/api/uploader'
import { serverMessage } from './server-message'
import { speedMeter } from './speed'
import { idle, type UploadState } from './upload-state'

type Change = (change: Partial<UploadState>) => void

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
  useEffect(() => () => transfer.current?.release(), [])

  const describe = async (url: string) => {
    finished.current = url
    transfer.current = null
    try {
      onDone(await (await uploader()).describe(url))
      change({ status: 'completed' })
    } catch (error) {
      change({ status: 'failed', error: serverMessage(error) })
    }
  }
  const start = async (file: File) => {
    setState({ ...idle, status: 'running', name: file.name, total: file.size })
    try {
      transfer.current = await (await uploader()).start(file, eventsFor(change, describe))
    } catch (error) {
      change({ status: 'failed', error: serverMessage(error) })
    }
  }
  const pause = () => {
    transfer.current?.pause()
    change({ status: 'paused', speed: 0 })
  }
  const resume = () => {
    change({ status: 'running' })
    transfer.current?.resume()
  }
  const cancel = () => {
    void transfer.current?.cancel()
    transfer.current = null
    change({ status: 'cancelled' })
  }
  const remove = () => {
    const url = finished.current
    if (url) void uploader().then(({ drop }) => drop(url))
    finished.current = null
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
