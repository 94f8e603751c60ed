import pino, { type Logger } from 'pino'
import type { Config } from '~/server/platform/config/config'
import type { Connection } from '~/server/platform/database/connection'
import { warnOfSlowStatements } from '~/server/platform/database/database'
import { connectToPrimary } from '~/server/platform/database/wait-for-database'
import { createDiskSpace, type DiskSpace } from '~/server/platform/disk/disk-space'
import { requestSerializers } from '~/server/platform/http/request-logs'
import { descriptorLimit, ENOUGH_DESCRIPTORS, RAISE_LIMIT } from '~/server/platform/process/machine'
import { standardOutput } from '~/server/platform/process/output'
import { readableOutput } from '~/server/platform/process/readable-lines'
import { traceId } from '~/server/platform/tracing/spans'
import { startTracing, type Tracing } from '~/server/platform/tracing/tracing'
import type { Services } from '~/server/records/context'

/** The services that all others depend on: the log, traces, the disk monitor and the open database. */
export type BaseServices = {
  readonly connection: Connection
  readonly disk: DiskSpace
  readonly log: Services['log']
  readonly tracing: Tracing
}

/** Log lines have the trace that they belong to; Fastify's, made per request, have it already. */
const createLog = ({ LOG_LEVEL, LOG_FORMAT }: Config): Logger => {
  const log: Logger = pino(
    {
      level: LOG_LEVEL,
      serializers: requestSerializers,
      mixin: (_line, _level, logger) => (logger === log ? { trace: traceId() } : {}),
    },
    LOG_FORMAT === 'text' ? readableOutput(standardOutput()) : standardOutput(),
  )
  return log
}

const warnOfFewDescriptors = (log: Logger) => {
  const limit = descriptorLimit()
  if (limit !== undefined && limit < ENOUGH_DESCRIPTORS)
    log.warn(`Only ${limit} files and connections may be open at a time. ${RAISE_LIMIT}`)
}

/**
 * Opens the database. This module imports little, so that a server can load the other modules concurrently.
 * @throws FolderInUse, DataDamaged, AddressError
 */
export const openBaseServices = async (config: Config): Promise<BaseServices> => {
  const log = createLog(config)
  const tracing = await startTracing(config)
  warnOfFewDescriptors(log)
  const disk = createDiskSpace(config, log)
  disk.makeRoom()
  const onLost = (reason: string) => {
    log.fatal(reason)
    process.exit(1)
  }
  const connection = await connectToPrimary(config, {
    onLost,
    onWait: reason => log.warn(reason),
    measure: warnOfSlowStatements(log),
  })
  return { connection, disk, log, tracing }
}
