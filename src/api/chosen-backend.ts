import type { Backend } from './backend'
import { cloud } from './cloud/cloud'
import { onPremise } from './onpremise/onpremise'

/** The backend that the panel was built for. The comparison is a constant: the other one is left out. */
export const backend: Backend = __BACKEND__ === 'onpremise' ? onPremise : cloud
