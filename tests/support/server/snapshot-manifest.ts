import { MANIFEST } from '~/server/platform/snapshots/manifest'

const part = { name: 'database.tar', size: 1, sha256: 'x' }

const manifestOf = (createdAt: string) => ({
  ...{ product: 'vecto-admin', version: '1', createdAt, migrations: [], format: 2 },
  ...{
    database: { ...part, kind: 'embedded' },
    files: { count: 0, bytes: 0, faults: { missing: 0, size: 0, rescued: 0 } },
  },
  list: { ...part, name: 'files.jsonl' },
})

/** The text files of a complete snapshot at a given time, by name. */
export const completeSnapshot = (time: Date) => ({
  [MANIFEST]: JSON.stringify(manifestOf(time.toISOString())),
})
