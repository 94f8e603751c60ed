import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { cancelJob, LeaseLostError, requireLease } from '~/server/features/processing/job-run'
import { newUid } from '~/server/platform/crypto/tokens'
import { migratedDatabase } from '../support/database/server-database'
import { skipOnEmbedded } from '../support/process/needs'

if (process.env.TEST_DB === 'postgres')
  it('a worker that writes while its job is cancelled loses the lease; neither deadlocks', async () => {
    const { database, close } = await migratedDatabase()
    const lease = { subject: 'mails/stopped', job: '00000000-0000-4000-8000-000000000000', token: newUid() }
    const record = sql`select 1 from mails where uid = 'stopped' for no key update`
    try {
      await database.run(sql`insert into mails (uid, email, action, subject, lang, status)
        values ('stopped', 'a@b.example', 'invite', 'Your access', 'en', 'waiting')`)
      await database.run(sql`insert into making (subject, kind, job, token)
        values (${lease.subject}, 'make-vecto', ${lease.job}, ${lease.token})`)
      let writing: Promise<unknown> = Promise.resolve()
      await database.transaction(async tx => {
        await tx.run(record)
        writing = database
          .transaction(async worker => {
            await requireLease(worker, { ...lease, attempts: 1, errors: 0 })
            await worker.run(record)
          })
          .catch((error: unknown) => error)
        // By now the worker waits, or holds the lock that this transaction needs next.
        await sleep(500)
        await cancelJob(tx, lease.subject)
      })
      expect(await writing).toBeInstanceOf(LeaseLostError)
    } finally {
      await close()
    }
  })
else skipOnEmbedded('the embedded database runs one transaction at a time')
