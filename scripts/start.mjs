// `npm start` and `npm run worker`. The compiled program spares the time that tsx takes to load and to compile the sources; it compiles them
// again where they have changed. A fresh clone has the sources alone.
import { existsSync } from 'node:fs'

const compiled = new URL('../dist-server/start.js', import.meta.url)
if (existsSync(compiled)) await import(compiled.href)
else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./start.ts')
}
