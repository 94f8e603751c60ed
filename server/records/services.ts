import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '~/server/platform/config/config'
import type { Encryption } from '~/server/platform/crypto/encryption'
import type { LinkSigner } from '~/server/platform/crypto/signed-links'
import type { Database } from '~/server/platform/database/database'
import type { Reading } from '~/server/platform/database/standby'
import type { DiskSpace } from '~/server/platform/disk/disk-space'
import type { Draining } from '~/server/platform/http/draining'
import type { RateLimits } from '~/server/platform/http/rate-limits'
import type { Images } from '~/server/platform/images/images'
import type { Metrics } from '~/server/platform/metrics/metrics'
import type { Background } from '~/server/platform/process/background'
import type { Queue } from '~/server/platform/queue/queue'
import type { Changes } from '~/server/platform/realtime/changes'
import type { Push } from '~/server/platform/realtime/push'
import type { SnapshotStates } from '~/server/platform/snapshots/snapshot-state'
import type { FileStore } from '~/server/platform/storage/file-store'
import type { HooksOf, Observe } from './hooks'
import type { Sessions } from './principal'

/** Shared services of the server, created once at startup. */
export type Services = {
  readonly config: Config
  readonly database: Database
  /** For lists, which a standby may answer. */
  readonly reading: Reading
  readonly files: FileStore
  readonly metrics: Metrics
  readonly disk: DiskSpace
  readonly draining: Draining
  readonly snapshots: SnapshotStates
  readonly images: Images
  readonly links: LinkSigner
  readonly encryption: Encryption
  readonly sessions: Sessions
  readonly rateLimits: RateLimits
  readonly background: Background
  readonly queue: Queue
  readonly changes: Changes
  readonly push: Push
  readonly hooksOf: HooksOf
  /** Told of every change of a record, in its transaction. */
  readonly observe: Observe
  readonly log: FastifyBaseLogger
}
