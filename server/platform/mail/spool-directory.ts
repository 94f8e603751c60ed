import { mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '~/server/platform/config/config'
import { asFile, type Outgoing } from './transport'

export const spoolDirectory = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) =>
  path.join(path.resolve(DATA_DIR), 'outbox')

/** Keeps an e-mail as `<uid>.eml`, for whom it may concern on this machine: it may hold a key, so for nobody else. */
export const spoolMail = async (config: Config, mail: Outgoing) => {
  const folder = spoolDirectory(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${mail.uid}.eml`)
  await writeFile(`${file}.new`, await asFile(config, mail), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
