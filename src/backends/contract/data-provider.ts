import { backend } from '~/src/backends/chosen-backend'
import { panelDataProvider } from './panel-data-provider'

/** The panel's data provider, on the backend that it was built for. */
export const dataProvider = panelDataProvider(backend.request, backend)
