import type { Backend } from '~/src/api/backend'
import { backend } from '~/src/api/chosen-backend'
import { isLeaving } from '~/src/api/session'
import { panelDataProvider } from './panel-data-provider'

const never = () => new Promise<never>(() => undefined)

/** A page that is unloading sends no requests: they would be refused, and their responses never shown. */
const request: Backend['request'] = (path, options) =>
  isLeaving() ? never() : backend.request(path, options)

/** The panel's data provider, on the backend that the panel is built for. */
export const dataProvider = panelDataProvider(request, backend)
