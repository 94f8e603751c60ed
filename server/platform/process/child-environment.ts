import { settingNames } from '~/server/platform/config/config'

/** What the server's own programs need of its settings. */
const needed = new Set(['FFMPEG_PATH', 'FFPROBE_PATH', 'LOG_LEVEL'])

/**
 * The environment for programs that read what people send: this server's own, without its settings, which hold the
 * passwords of the database, the mail server and the identity provider.
 */
export const childEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => needed.has(name) || !settingNames.includes(name)),
  )
