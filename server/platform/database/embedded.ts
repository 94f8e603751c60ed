import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { childEnvironment } from '~/server/platform/process/child-environment'
import { forwardErrors } from '~/server/platform/process/output'
import { commandOf } from '~/server/platform/process/project'

/** The process of an embedded database that accepts connections. */
export type Embedded = ChildProcess

type Message = { ready?: true; error?: string; isUnopened?: boolean }

/** The database files could not be opened: they are damaged, or the disk is full. */
export class UnopenedDatabase extends Error {}

/**
 * Starts the embedded database of a data folder.
 * @param lock file descriptor of the folder's lock, which the process holds until it exits
 * @throws UnopenedDatabase
 */
export const startEmbedded = async (folder: string, lock: number): Promise<Embedded> => {
  const [program = '', ...args] = commandOf('database')
  const child = spawn(program, [...args, folder], {
    env: childEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', lock],
  })
  forwardErrors(child.stderr)
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    Message | number | null,
  ]
  if (answer === null || typeof answer === 'number')
    throw new UnopenedDatabase(`its process ended at start (${answer ?? child.signalCode})`)
  if (!answer.error) return child
  throw answer.isUnopened ? new UnopenedDatabase(answer.error) : new Error(answer.error)
}
