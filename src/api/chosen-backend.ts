import type { Backend } from './backend'
import { cloud } from './cloud/cloud'
import { onPremise } from './onpremise/onpremise'

/** The backend that the panel is built for. The comparison is constant: the other one is tree-shaken. */
export const backend: Backend = __BACKEND__ === 'onpremise' ? onPremise : cloud
