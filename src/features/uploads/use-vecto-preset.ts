import { useStore, useStoreContext } from 'react-admin'
import type { VectoOrder } from '~/model/vecto-order'
import { useAdminConfig } from '~/src/admin/admin-config'

/** Ends with the session: nobody spends minutes by a switch that they forgot. */
const key = 'uploads.vecto'

/** Can 3D videos be ordered with 360° videos? */
export const useMayOrder = () => useAdminConfig().worksOnVideos === true

export const useVectoPreset = () => useStore<VectoOrder | null>(key, null)

/** Reads the preset when a record is created, which may be long after its file was chosen. */
export const useReadPreset = () => {
  const store = useStoreContext()
  const may = useMayOrder()
  return () => (may ? store.getItem<VectoOrder | null>(key) : null) ?? undefined
}
