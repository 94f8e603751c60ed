import { useEffect, useRef, useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { FileDescriptor } from '~/model/fields'
import type { PanelDataProvider } from '~/src/backends/contract/panel-data-provider'
import { useKit } from '~/src/kit/kit-context'
import { serverMessage } from './server-message'
import { speedMeter } from './speed'
import type { Transfer, TransferEvents } from './transfer'
import { idle, type UploadState } from './upload-state'

type Change = (change: Partial<UploadState>) => void

/** The protocol's client is only fetched once there is a file to send. */
const protocol = () => import('./transfer')

const idIn = (url: string) => new URL(url, location.href).pathname.split('/').pop() ?? ''

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

/** One upload at a time: its state, and what can be done with it. */
export const useUpload = (onDone: (file: FileDescriptor) => void) => {
  const { uploadTarget } = useKit()
  const provider = useDataProvider<PanelDataProvider>()
  const [state, setState] = useState(idle)
  const transfer = useRef<Transfer | null>(null)
  const finished = useRef<string | null>(null)
  const change: Change = partial => setState(before => ({ ...before, ...partial }))
  useEffect(() => () => transfer.current?.release(), [])

  const describe = async (url: string) => {
    finished.current = url
    transfer.current = null
    try {
      onDone(await provider.uploaded(idIn(url)))
      change({ status: 'completed' })
    } catch (error) {
      change({ status: 'failed', error: serverMessage(error) })
    }
  }
  const start = async (file: File) => {
    setState({ ...idle, status: 'running', name: file.name, total: file.size })
    const { startTransfer } = await protocol()
    transfer.current = await startTransfer(file, uploadTarget, eventsFor(change, describe))
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
    if (url) void protocol().then(({ dropUpload }) => dropUpload(url, uploadTarget))
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
