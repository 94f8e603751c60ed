import type { Stats } from 'node:fs'
import { closeSync, constants, fstatSync, openSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLines } from './run-program'

/** Maximum length of queued output, in UTF-16 units. Lines beyond it are dropped. */
const MAX_PENDING = 256 * 1024

/** Milliseconds until a full pipe, or a terminal that is held, is tried again. */
const PAUSE = 50

/**
 * Where a process writes lines, without ever waiting: for a reader that does not read, a terminal that is held or closed, a
 * disk that is full. Lines that cannot be written are dropped and counted.
 */
export type Output = {
  readonly write: (line: string) => void
  /** Number of lines dropped so far. */
  readonly dropped: () => number
  /** Waits until everything is written, at most so many milliseconds. */
  readonly flush: (milliseconds: number) => Promise<void>
  /** Writes queued output as far as possible without waiting, before the process exits. */
  readonly flushSync: () => void
}

const lineCount = (text: string) => text.split('\n').length - 1

const lostLines = (count: number) =>
  `${JSON.stringify({ level: 40, time: Date.now(), dropped: count, msg: 'log lines were dropped: the log could not be written' })}\n`

/** Writes to a file descriptor that does not block, one chunk at a time. */
const createDescriptorOutput = (descriptor: number): Output => {
  let pending = ''
  let isWriting = false
  let dropped = 0
  let reported = 0
  /** A failed write may have left a part of a line. */
  let isBroken = false

  const drop = (text: string) => {
    dropped += lineCount(text)
  }
  const take = () => {
    const lost = dropped - reported
    reported = dropped
    const text = `${isBroken ? '\n' : ''}${lost > 0 ? lostLines(lost) : ''}${pending}`
    pending = ''
    isBroken = false
    return Buffer.from(text)
  }
  const put = (chunk: Buffer) =>
    write(descriptor, chunk, (error, written) => {
      if (error?.code === 'EAGAIN') {
        setTimeout(put, PAUSE, chunk).unref()
        return
      }
      if (!error && written < chunk.length) {
        put(chunk.subarray(written))
        return
      }
      isWriting = false
      if (error) {
        drop(chunk.toString())
        isBroken = true
      } else next()
    })
  const next = () => {
    if (isWriting || pending === '') return
    isWriting = true
    put(take())
  }
  return {
    write: line => {
      if (pending.length + line.length > MAX_PENDING) drop(line)
      else pending += line
      next()
    },
    dropped: () => dropped,
    flush: async milliseconds => {
      for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(5)) {
        if (!isWriting && pending === '') return
        next()
      }
    },
    flushSync: () => {
      if (pending === '') return
      try {
        writeSync(descriptor, take())
      } catch {
        // The process ends, and nothing else can take the lines.
      }
    },
  }
}

/** Writes to a pipe or socket that cannot be reopened. libuv makes it non-blocking and immediately writes what fits. */
const createStreamOutput = (descriptor: number): Output => {
  const stream = new Socket({ fd: descriptor, readable: false, writable: true })
  let dropped = 0
  stream.on('error', () => undefined)
  return {
    write: line => {
      if (!stream.writable || stream.writableLength + line.length > MAX_PENDING) dropped += lineCount(line)
      else stream.write(line)
    },
    dropped: () => dropped,
    flush: async milliseconds => {
      for (const end = Date.now() + milliseconds; Date.now() < end; await sleep(5))
        if (!stream.writable || stream.writableLength === 0) return
    },
    flushSync: () => undefined,
  }
}

const statsOf = (descriptor: number): Stats | undefined => {
  try {
    return fstatSync(descriptor)
  } catch {
    return undefined
  }
}

/**
 * Opens the file of a descriptor again, without blocking: the flag would otherwise hold for every process that shares the
 * terminal or pipe.
 */
const reopen = (descriptor: number) => {
  const { O_WRONLY, O_APPEND, O_NONBLOCK, O_NOCTTY } = constants
  try {
    return openSync(`/proc/self/fd/${descriptor}`, O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY)
  } catch {
    return undefined
  }
}

/** The output at a file descriptor of this process. A closed one drops everything. */
const createOutput = (descriptor: number): Output => {
  const stats = statsOf(descriptor)
  const own = stats && !stats.isSocket() ? reopen(descriptor) : undefined
  if (own !== undefined) process.once('exit', () => closeSync(own))
  return own === undefined && (stats?.isSocket() || stats?.isFIFO())
    ? createStreamOutput(descriptor)
    : createDescriptorOutput(own ?? descriptor)
}

const created = new Map<number, Output>()

const outputOf = (descriptor: number) => {
  const known = created.get(descriptor) ?? createOutput(descriptor)
  created.set(descriptor, known)
  return known
}

/** Opened at the first use: programs that print otherwise keep their descriptors to themselves. */
export const standardOutput = () => outputOf(1)

export const standardError = () => outputOf(2)

/** Prints lines for the user. */
export const print = (text: string) => standardOutput().write(`${text}\n`)

/** Forwards a child process's standard error, which must not block on ours. */
export const forwardErrors = (errors: Readable | null) =>
  errors &&
  readLines(errors, Number.POSITIVE_INFINITY, {
    onLine: line => standardError().write(`${line}\n`),
    onTooMuch: () => undefined,
  })

/** Writes queued output, with a short time limit, before the process exits. */
export const flushOutputs = () => Promise.all([...created.values()].map(each => each.flush(1000)))

process.on('exit', () => {
  for (const each of created.values()) each.flushSync()
})
