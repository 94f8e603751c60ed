import type { FastifyBaseLogger } from 'fastify'
import type { Measure } from './database'

/** Milliseconds that a statement may occupy the embedded database, which serves nothing else meanwhile. */
const MOST = 250
const TEXT_LENGTH = 500

/** Data definition runs at startup and upgrades, before requests are served. */
const isDefinition = (text: string) => /^\s*(create|alter|drop|begin|do)\b/i.test(text)

/** Logs slow statements of the embedded database; their text holds no values. */
export const warnOfSlowStatements =
  (log: FastifyBaseLogger): Measure =>
  (text, milliseconds) => {
    if (milliseconds <= MOST || isDefinition(text)) return
    const statement = text.replace(/\s+/g, ' ').slice(0, TEXT_LENGTH)
    log.warn({ milliseconds: Math.round(milliseconds), statement }, 'a slow statement')
  }
