import { provideVideoTools } from './video-tools'

/** `npm run worker`: makes videos, on a machine of its own. */
await provideVideoTools()
await import('~/server/worker-main')
