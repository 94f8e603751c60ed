import type { FastifyBaseLogger } from 'fastify'
import type { Measure } from './database'

/** Milliseconds for which one statement may hold the embedded database: nobody else is served meanwhile. */
const MOST = 250
const TEXT_LENGTH = 500

/** Data definition runs at starts and upgrades, before anybody is served. */
const isDefinition = (text: string) => /^\s*(create|alter|drop|begin|do)\b/i.test(text)

/** Logs statements that hold the embedded database for too long; their text holds no values. */
export const warnOfSlowStatements =
  (log: FastifyBaseLogger): Measure =>
  (text, milliseconds) => {
    if (milliseconds <= MOST || isDefinition(text)) return
    const statement = text.replace(/\s+/g, ' ').slice(0, TEXT_LENGTH)
    log.warn({ milliseconds: Math.round(milliseconds), statement }, 'a slow statement')
  }
