import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openServices } from '~/server/app/open-services'
import { emptyTrash } from '~/server/features/trash/empty-trash'
import { readConfig } from '~/server/platform/config/config'
import type { Services } from '~/server/records/context'
import { long } from '../support/process/long'
import { needsPostgres } from '../support/process/needs'
import type { Api } from '../support/server/api'
import { demoWorld, type Found, listAll } from '../support/server/demo-world'
import { startServer, type TestServer } from '../support/server/test-server'

let server: TestServer | undefined
// A second process on the server's database, which the embedded one does not support.
beforeEach(needsPostgres)
afterEach(() => server?.stop())

const start = async (env: Record<string, string> = {}): Promise<Api> => {
  const started = await startServer({ demo: true, database: 'postgres', env })
  server = started
  return (await demoWorld(started)).of('root').api
}

/** Runs work with the services of a second process on the server's database. */
const withServices = async <T>(work: (services: Services) => Promise<T>) => {
  const { services, close } = await openServices(readConfig({ ...server?.env, LOG_LEVEL: 'silent' }, 'test'))
  try {
    return await work(services)
  } finally {
    await close()
  }
}

type Installer = Found & { file: { ref: string } }

const deleteInstallers = async (root: Api) => {
  const [one, two] = await listAll<Installer>(root, 'downloads')
  for (const each of [one, two]) expect((await root.del(`downloads/${each?.uid}`)).status).toBe(200)
  return [one, two].map(each => ({ uid: each?.uid ?? '', file: each?.file.ref.split('/')[1] ?? '' }))
}

const restore = (root: Api, uid: string) => root.patch(`trash/downloads-${uid}/restore`, {})

it('deletes expired records of the trash permanently with their files, and keeps the others', async () => {
  const root = await start()
  const [due, early] = await deleteInstallers(root)
  const left = await withServices(async services => {
    await services.database.run(
      sql`update trash set purge_at = now() - interval '1 second' where uid = ${`downloads-${due?.uid}`}`,
    )
    await emptyTrash(services)
    const files = await services.database.query<{ id: string }>(
      sql`select id from files where id = any(${sql.param([due?.file, early?.file])})`,
    )
    return files.map(({ id }) => id)
  })
  expect(left).toEqual([early?.file])
  expect((await restore(root, due?.uid ?? '')).status).toBe(404)
  expect((await restore(root, early?.uid ?? '')).status).toBe(200)
})

it('a record restored while it expires is either restored or deleted', long, async () => {
  const root = await start()
  const [due] = await deleteInstallers(root)
  const restored = await withServices(async services => {
    await services.database.run(sql`update trash set purge_at = now()`)
    const [answer] = await Promise.all([restore(root, due?.uid ?? ''), emptyTrash(services)])
    return answer.status === 200
  })
  expect((await root.get(`downloads/${due?.uid}`)).status).toBe(restored ? 200 : 404)
  expect((await root.get(`dl/downloads/${due?.uid}/file`)).status).toBe(restored ? 200 : 404)
  expect(await listAll(root, 'trash')).toEqual([])
})

it('TRASH_DAYS=0 deletes records immediately', long, async () => {
  const root = await start({ TRASH_DAYS: '0' })
  const [gone] = await deleteInstallers(root)
  expect(await listAll(root, 'trash')).toEqual([])
  expect((await restore(root, gone?.uid ?? '')).status).toBe(404)
})
