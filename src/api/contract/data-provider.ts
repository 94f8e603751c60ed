import type { Backend } from '~/src/api/backend'
import { backend } from '~/src/api/chosen-backend'
import { isLeaving } from '~/src/api/session'
import { panelDataProvider } from './panel-data-provider'

const never = () => new Promise<never>(() => undefined)

/** Screens on their way out ask for nothing: it would be refused, and nobody would see the answer. */
const request: Backend['request'] = (path, options) =>
  isLeaving() ? never() : backend.request(path, options)

/** The panel's data provider, on the backend that it was built for. */
export const dataProvider = panelDataProvider(request, backend)
