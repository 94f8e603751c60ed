import { settingNames } from '~/server/platform/config/config'
import { sourceEnvironment } from './project'

/** The settings that child processes need. */
const needed = new Set(['FFMPEG_PATH', 'FFPROBE_PATH', 'LOG_LEVEL'])

/**
 * The environment for child processes that read user input: that of this server without its other settings,
 * which hold the passwords of the database, the mail server and the identity provider.
 */
export const childEnvironment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => needed.has(name) || !settingNames.includes(name)),
  ),
  ...sourceEnvironment,
})
