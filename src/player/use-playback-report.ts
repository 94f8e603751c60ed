import { type RefObject, useEffect, useRef } from 'react'
import { useDataProvider } from 'react-admin'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { followPlayback, type PlaybackReport } from './follow-playback'

/** Reports the plays of a media element. */
export const usePlaybackReport = (
  media: RefObject<HTMLVideoElement | HTMLAudioElement | null>,
  report: PlaybackReport | undefined,
) => {
  const latest = useRef(report)
  latest.current = report
  const isReported = report !== undefined
  useEffect(() => {
    const element = media.current
    if (!element || !isReported) return
    return followPlayback(element, {
      begin: async () => (await latest.current?.begin()) ?? null,
      add: async (...given) => latest.current?.add(...given),
    })
  }, [media, isReported])
}

/** The report of a record's file: its history records that the user viewed it; of a 3D video, the view is counted. */
export const useRecordReport = (resource: string, id: string, path: string): PlaybackReport => {
  const provider = useDataProvider<PanelDataProvider>()
  return {
    begin: () => provider.beginPlayback(resource, id, path),
    add: provider.addPlayback,
  }
}
