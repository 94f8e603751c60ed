import { mkdirSync, writeFileSync } from 'node:fs'
import { references } from '~/server/app/reference'
import { apiDescription } from '~/tests/support/server/registered-routes'

const folder = '.cache/reference'

/** `npm run reference`: writes the documents that are generated from the definitions; the tests require no difference. */
mkdirSync(folder, { recursive: true })
for (const [file, text] of Object.entries(references(await apiDescription(folder)))) {
  writeFileSync(file, text)
  console.log(`Wrote ${file}`)
}
