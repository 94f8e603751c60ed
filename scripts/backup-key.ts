import { newKeys } from '~/server/platform/backup/vault/encryption'

/** `npm run backup-key`: a pair of keys for encrypted backups. */
const { identity, recipient } = await newKeys()
console.log(`# The private key: whoever has it reads the backups, and without it nobody does. Keep it away from the
# server, in two places; name the file in BACKUP_IDENTITY_FILE to restore.
# The server's setting: BACKUP_RECIPIENT=${recipient}
${identity}`)
