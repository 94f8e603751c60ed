import { sql } from 'drizzle-orm'
import type { downloads } from '~/model/resources/downloads'
import type { Hooks } from '~/server/records/context'

export const downloadHooks: Hooks<typeof downloads> = {
  beforeUpdate: (_context, _before, changes) => {
    // A new installer resets the count (specification §4).
    if (changes.file) Object.assign(changes, { downloadCount: 0, downloadLast: null })
  },

  beforeDownload: async ({ tx, now }, { uid }) => {
    await tx.run(
      sql`update downloads set download_count = download_count + 1, download_last = ${now} where uid = ${uid}`,
    )
  },
}
