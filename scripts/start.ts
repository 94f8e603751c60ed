import { ensurePanel } from './panel-build'
import { startCompiled } from './server-build'
import { provideVideoTools } from './video-tools'

await provideVideoTools()
if (await ensurePanel('onpremise')) await startCompiled('server')
else {
  console.error('The panel could not be built, so nothing was started. The messages above say why.')
  process.exitCode = 1
}
