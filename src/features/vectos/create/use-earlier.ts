import { useGetOne } from 'react-admin'
import { useSearchParams } from 'react-router'
import type { PanelVecto, PanelVideo } from '~/model/record-types'

/** The 3D video of this 360° video that the address names in `from`; one that cannot be read is left out. */
export const useEarlier = (video: PanelVideo) => {
  const [search] = useSearchParams()
  const from = search.get('from')
  const { data, isLoading } = useGetOne<PanelVecto>(
    'vectos',
    { id: `${video.id}/${from}` },
    { enabled: from !== null, onError: () => undefined, retry: false },
  )
  return { earlier: from === null ? undefined : data, isLoading }
}
