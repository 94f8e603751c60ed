import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '~/server/platform/config/config'
import { asFile, type Outgoing } from './transport'

export const spoolDirectory = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  path.join(path.resolve(DATA_DIR), 'outbox')

/**
 * Writes an e-mail to `<uid>.eml` in the spool directory, readable by its owner only: it may contain a key.
 */
export const spoolMail = async (config: Config, mail: Outgoing) => {
  const folder = spoolDirectory(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${mail.uid}.eml`)
  await writeFile(`${file}.new`, await asFile(config, mail), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
