import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openServices } from '~/server/app/open-services'
import { makeBackup } from '~/server/platform/backup/backup'
import { readConfig } from '~/server/platform/config/config'
import { newUid } from '~/server/platform/crypto/tokens'
import { holdRemovals, removeFiles, removeRemembered } from '~/server/platform/storage/removal'
import type { Services } from '~/server/records/context'
import { testDatabase } from '../support/database/database'
import { long } from '../support/process/long'

let place: string
let opened: Awaited<ReturnType<typeof openServices>>
let services: Services

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), 'vecto-removals-'))
  const env = { DATA_DIR: join(place, 'data'), LOG_LEVEL: 'silent', ...(await testDatabase()).env }
  opened = await openServices(readConfig(env, 'test'))
  services = opened.services
}, 240_000)
afterAll(async () => {
  await opened.close()
  rmSync(place, { recursive: true, force: true })
})

const newFile = async () => {
  const id = newUid()
  await services.files.write(id, Buffer.from('bytes'))
  await services.database.run(sql`insert into files (id, user_uid, label, content_type, size, md5, owner)
    values (${id}, '', 'a file', 'text/plain', 5, 'T4yW3J8vV3D+9uVdT4rCcw==', 'medias/x')`)
  return id
}

/** As a change does it, whose transaction deletes the row. */
const removeRow = async (id: string) => {
  await services.database.transaction(tx => tx.run(sql`delete from files where id = ${id}`))
  await removeFiles(services, [id])
}

const isStored = (id: string) => existsSync(join(place, 'data', 'files', id))

const remembered = async () =>
  (await services.database.query<{ id: string }>(sql`select id from file_removals`)).map(({ id }) => id)

describe('removing a file', () => {
  it('removes a file immediately while no backup runs', async () => {
    const id = await newFile()
    await removeRow(id)
    expect([isStored(id), await remembered()]).toEqual([false, []])
  })

  it('defers the removal of a file during a hold to the next task after it', async () => {
    const id = await newFile()
    const hold = await holdRemovals(services.database)
    await removeRow(id)
    await removeRemembered(services)
    expect([isStored(id), await remembered()]).toEqual([true, [id]])
    await hold.release()
    await removeRemembered(services)
    expect([isStored(id), await remembered()]).toEqual([false, []])
  })

  it('removes deferred files when a backup ends or fails', long, async () => {
    const source = { config: services.config, connection: opened.connection }
    for (const isAborted of [false, true]) {
      const removed: string[] = []
      const kept = await newFile()
      const aborting = new AbortController()
      const report = async () => {
        if (removed.length > 0) return
        removed.push(kept)
        await removeRow(kept)
      }
      let removing: Promise<void> = Promise.resolve()
      const backup = makeBackup(source, join(place, 'backups', newUid()), {
        signal: aborting.signal,
        report: () => {
          removing = report()
          if (isAborted) aborting.abort(new Error('enough'))
        },
      })
      await backup.catch(() => undefined)
      await removing
      // A row deleted while the backup ended is handled by its own request or by the task.
      await removeRemembered(services)
      expect([removed, isStored(kept), await remembered()]).toEqual([[kept], false, []])
    }
  })

  it('removes the file of a process that was killed after it deleted the row', async () => {
    const id = await newFile()
    await services.database.run(sql`delete from files where id = ${id}`)
    expect([isStored(id), await remembered()]).toEqual([true, [id]])
    await removeRemembered(services)
    expect([isStored(id), await remembered()]).toEqual([false, []])
  })

  it('defers no removal of a change that is rolled back', async () => {
    const id = await newFile()
    const change = services.database.transaction(async tx => {
      await tx.run(sql`delete from files where id = ${id}`)
      throw new Error('refused')
    })
    await expect(change).rejects.toThrow('refused')
    await removeRemembered(services)
    expect([isStored(id), await remembered()]).toEqual([true, []])
  })

  it('keeps a deferred file whose row exists again', async () => {
    const id = await newFile()
    await services.database.run(sql`insert into file_removals (id) values (${id})`)
    await removeRemembered(services)
    expect(isStored(id)).toBe(true)
  })
})
