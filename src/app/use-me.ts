import { usePermissions } from 'react-admin'
import type { Me } from '~/src/api/backend'

/** The signed-in user, known before the panel is shown. */
export const useMe = (): Me | null => usePermissions<Me | null>().permissions ?? null
