import { sql } from 'drizzle-orm'
import { vectos } from '~/model/resources/vectos'
import { withStep } from '~/model/video/vecto-states'
import { noHooks } from '~/server/records/hooks'
import { findRow } from '~/server/records/reading/listing'
import type { Services } from '~/server/records/services'
import type { RowOf } from '~/server/records/tables/row-of'
import { asServer } from '~/server/records/writing/as-server'
import { applyChanges } from '~/server/records/writing/update-record'

const finish = (services: Services, uid: string) =>
  asServer(services, async context => {
    const before = await findRow(context.tx, vectos, uid, 'all', true)
    if (before?.status !== 'renaming') return
    const [row] = await context.tx.query<RowOf<'vectos', 'newname'>>(
      sql`select newname from vectos where uid = ${uid}`,
    )
    if (row?.newname)
      await applyChanges(
        context,
        vectos,
        before,
        {
          name: row.newname,
          newname: null,
          status: 'completed',
          events: withStep(before.events, 'completed', '', ''),
        },
        { hooks: noHooks },
      )
  })

/**
 * Completes pending renames of 3D videos, including those left by a stopped server. One without a new name is
 * being renamed by another process.
 */
export const finishRenames = async (services: Services) => {
  const waiting = await services.database.query<RowOf<'vectos', 'uid'>>(
    sql`select uid from vectos where status = 'renaming' and newname is not null`,
  )
  for (const { uid } of waiting) await finish(services, uid)
}
