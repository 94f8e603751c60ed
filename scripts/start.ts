import { ensurePanel, startCompiled } from './builds'
import { provideVideoTools } from './system-packages'

/** `npm start`, and `npm run worker`, which processes videos on a separate machine, without the panel. */
const isWorker = process.argv[2] === 'worker'

await provideVideoTools()
if (isWorker) await startCompiled('worker')
else if (await ensurePanel('onpremise')) await startCompiled('server')
else {
  console.error('The panel could not be built, so nothing was started. The messages above say why.')
  process.exitCode = 1
}
