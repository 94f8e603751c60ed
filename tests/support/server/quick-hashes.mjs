// Loaded before a server (`node --import`): makes password hashes cheap, with the same code to create and verify them.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { scrypt } = crypto

crypto.scrypt = (password, salt, length, options, done) =>
  scrypt(password, salt, length, { ...options, N: 2 }, done)

syncBuiltinESMExports()
