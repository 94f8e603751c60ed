import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map(name => `src/${name}`)
const code = [...files.filter(name => /\.tsx?$/.test(name)), 'index.html'].map(read).join('\n')

/** Classes of packages, which their own code sets. */
const ofPackages = /^(Mui|Ra|ProseMirror)/

it.each(files.filter(name => name.endsWith('.css')))('the panel uses every class that %s styles', file => {
  const rules = read(file).replace(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)/gs, '')
  const styled = [...rules.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name)
  const unused = styled.filter(
    name => !ofPackages.test(name) && !new RegExp(`\\b${name}(?![\\w-])`).test(code),
  )
  expect([...new Set(unused)]).toEqual([])
})
