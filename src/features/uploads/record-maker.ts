import type { Resource } from '~/model/define'
import type { Link } from '~/model/fields'
import type { Actor } from '~/model/grants'
import { refIn } from '~/model/refs'
import type { VectoOrder } from '~/model/vecto-order'
import { startingValues } from '~/src/admin/form/form-fields'
import { pathTo } from '~/src/admin/paths'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import type { Json, PanelRecord } from '~/src/api/contract/records'
import type { RecordLink, RecordPlan } from '~/src/upload/queue/queue-item'

/** What the records of one batch have in common. `company`: null where it is the user's own. */
export type Batch = {
  readonly provider: PanelDataProvider
  readonly actor: Actor
  readonly company: Link | null
  /** The 3D video that is ordered with a 360° video that is created now. */
  readonly order: () => VectoOrder | undefined
  readonly onCreated: (resource: string) => void
}

const linkOf = (resource: string, record: PanelRecord): RecordLink => ({
  label: String(record.name),
  to: pathTo(resource, 'show', record.id) ?? '/',
})

/**
 * Finds a record of a resource by the checksum of a file. `kept`: the field that has the checksum where files may be gone.
 */
export const finderOf =
  ({ provider }: Batch, resource: string, kept?: string): RecordPlan['find'] =>
  async (field, md5Hash, ref) => {
    const { data } = await provider.getList<PanelRecord>(resource, {
      pagination: { page: 1, perPage: ref ? 100 : 1 },
      sort: { field: 'createdAt', order: 'DESC' },
      filter: { [kept ?? `${field}.md5Hash`]: md5Hash },
    })
    const found = ref ? data.find(record => refIn(record[field]) === ref) : data[0]
    return found && linkOf(resource, found)
  }

/** Creates a record as its form does: with the declared defaults and the company. */
export const creatorOf =
  (
    { provider, actor, company, onCreated }: Batch,
    resource: Resource,
    post?: (data: Json) => Promise<PanelRecord>,
  ) =>
  async (values: Json) => {
    const data = { ...startingValues(resource, actor, company), ...values }
    const send = async () => {
      const meta = { also: resource.createDefaults }
      return (await provider.create<PanelRecord>(resource.name, { data, meta })).data
    }
    const made = await (post ? post(data) : send())
    onCreated(resource.name)
    return linkOf(resource.name, made)
  }
