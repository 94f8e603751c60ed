import { ensurePanel } from './panel-build'

if (await ensurePanel('onpremise')) await import('~/server/main')
else {
  console.error('The panel could not be built, so nothing was started. The messages above say why.')
  process.exitCode = 1
}
