import { type RaRecord, useGetOne } from 'react-admin'
import { useSearchParams } from 'react-router'

/** The 3D video of this 360° video that the address names in `from`; one that cannot be read is left out. */
export const useEarlier = (video: RaRecord) => {
  const [search] = useSearchParams()
  const from = search.get('from')
  const { data, isLoading } = useGetOne(
    'vectos',
    { id: `${video.id}/${from}` },
    { enabled: from !== null, onError: () => undefined, retry: false },
  )
  return { earlier: from === null ? undefined : data, isLoading }
}
