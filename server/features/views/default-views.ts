import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '~/server/platform/database/database'

/** A view that its owner has a list, or one of its tabs, open with. */
export const defaultView = z.object({ list: z.string(), tab: z.string(), query: z.string() })

/** Read with the session, so that the first list asks at once for the rows that it shows. */
export const defaultViewsOf = (database: Database, user: string) =>
  database.query<
    z.output<typeof defaultView>
  >(sql`select list, coalesce(tab, '') as tab, coalesce(query, '') as query
    from views where created_by_uid = ${user} and is_default order by list, tab`)
