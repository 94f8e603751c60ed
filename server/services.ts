import type { FastifyBaseLogger } from 'fastify'
import type { Background } from './background'
import type { Config } from './config'
import type { Database } from './db/database'
import type { DiskSpace } from './files/disk-space'
import type { FileStore } from './files/file-store'
import type { LinkSigner } from './files/signed-links'
import type { RateLimits } from './identity/rate-limits'
import type { Sessions } from './identity/sessions'
import type { Images } from './images/images'
import type { Queue } from './jobs/queue'
import type { Changes } from './realtime/changes'
import type { Push } from './realtime/push'
import type { Seals } from './sealing'

/** What the server's parts are given; made once at start. */
export type Services = {
  readonly config: Config
  readonly database: Database
  readonly files: FileStore
  readonly disk: DiskSpace
  readonly images: Images
  readonly links: LinkSigner
  readonly seals: Seals
  readonly sessions: Sessions
  readonly limits: RateLimits
  readonly background: Background
  readonly queue: Queue
  readonly changes: Changes
  readonly push: Push
  readonly log: FastifyBaseLogger
}
