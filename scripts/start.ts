import { ensurePanel } from './panel-build'
import { provideVideoTools } from './video-tools'

await provideVideoTools()
if (await ensurePanel('onpremise')) await import('~/server/main')
else {
  console.error('The panel could not be built, so nothing was started. The messages above say why.')
  process.exitCode = 1
}
