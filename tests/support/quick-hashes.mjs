// Loaded before a server (`node --import`): its hashes of passwords take no time. They are made and compared as ever.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done)

syncBuiltinESMExports()
