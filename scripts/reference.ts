import { writeFileSync } from 'node:fs'
import { references } from '~/server/app/reference'

/** `npm run reference`: writes what the docs hold of the definitions; the tests require no difference. */
for (const [file, text] of Object.entries(references())) {
  writeFileSync(file, text)
  console.log(`Wrote ${file}`)
}
