import { startCompiled } from './server-build'
import { provideVideoTools } from './video-tools'

/** `npm run worker`: makes videos, on a machine of its own. */
await provideVideoTools()
await startCompiled('worker')
