import { resolve } from 'node:path'
import { copyRuntime } from './runtime-files'

/** Run by deploy/Dockerfile: copies the runtime files of the product into an empty folder. */
const [to] = process.argv.slice(2)
if (!to) throw new Error('Usage: node --import tsx scripts/image-files.ts <folder>')
copyRuntime(resolve(to))
