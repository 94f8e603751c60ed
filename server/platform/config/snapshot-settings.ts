import path from 'node:path'
import { z } from 'zod'

/** Settings for automatic snapshots, read by `server/platform/config/config.ts`. */
export const snapshotSettings = {
  SNAPSHOT_HOURS: {
    schema: z.coerce.number().min(0).max(8760).optional(),
    takes: 'hours between two snapshots, up to 8760; 0: none are taken',
  },
  SNAPSHOT_KEEP: {
    schema: z.coerce.number().int().min(1).max(10_000).default(24),
    takes: 'how many snapshots are kept, 1 to 10000',
  },
  SNAPSHOT_DIR: { schema: z.string().min(1).optional(), takes: 'a folder' },
} as const

type Hours = { readonly SNAPSHOT_HOURS?: number | undefined; readonly DATABASE_URL?: string | undefined }

/** Hourly by default on the embedded database, which a power cut can destroy; opt-in on PostgreSQL. */
export const snapshotHours = ({ SNAPSHOT_HOURS, DATABASE_URL }: Hours) =>
  SNAPSHOT_HOURS ?? (DATABASE_URL ? 0 : 1)

export type Folders = { readonly DATA_DIR: string; readonly SNAPSHOT_DIR?: string | undefined }

export const dataFolder = ({ DATA_DIR }: Pick<Folders, 'DATA_DIR'>) => path.resolve(DATA_DIR)

export const snapshotFolder = (config: Folders) =>
  path.resolve(config.SNAPSHOT_DIR ?? path.join(dataFolder(config), 'snapshots'))

export const filesFolder = (config: Folders) => path.join(dataFolder(config), 'files')
