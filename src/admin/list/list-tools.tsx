import type { Resource } from '~/model/define'
import { ExportButton } from './export-button'
import { ViewsMenu } from './views/views-menu'

/** The tools of a list that are not needed before its rows: one file, so that one is fetched. */
export const ListTools = ({ resource }: { resource: Resource }) => (
  <>
    <ViewsMenu resource={resource} />
    <ExportButton resource={resource} />
  </>
)
