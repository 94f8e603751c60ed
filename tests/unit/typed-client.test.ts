import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { beforeAll, describe, expect, it } from 'vitest'
import { long } from '../support/process/long'

const folder = '.cache/typed-client'

const client = `import createClient from 'openapi-fetch'
import type { paths } from './api'

export const client = createClient<paths>({ baseUrl: 'http://localhost:1337/parse' })

export const labels = async (): Promise<readonly string[]> => {
  const session = await client.POST('/login', { body: { username: 'root@demo.example', password: 'x' } })
  const headers = { authorization: \`Bearer \${session.data?.sessionToken ?? ''}\` }
  const query = { batch: '50', q: JSON.stringify({ status: 'completed' }), fsort: 'createdAt', osort: 'desc' }
  const medias = await client.GET('/medias', { params: { query }, headers })
  if (medias.error) return [medias.error.code.toString(), medias.error.message]
  return medias.data.results.map(({ name, company, createdBy }) => \`\${name} \${company.label} \${createdBy?.label}\`)
}

export const rename = (uid: string, name: string) =>
  client.PATCH('/medias/{uid}', { params: { path: { uid } }, body: { name } })
`

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}

const faultsOf = (text: string) => {
  const file = `${folder}/client.ts`
  writeFileSync(file, text)
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))
}

describe('a client generated from the OpenAPI description', () => {
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true })
    const api = await openapiTS(readFileSync('docs/openapi.json', 'utf8'))
    writeFileSync(`${folder}/api.d.ts`, astToString(api))
  })

  it('compiles with typed parameters, bodies, records and errors', () => {
    expect(faultsOf(client)).toEqual([])
  })

  it('rejects an unknown path, a wrong body field and an unknown record field when compiling', long, () => {
    expect(faultsOf(client.replace("GET('/medias'", "GET('/nothing'")).length).toBeGreaterThan(0)
    expect(faultsOf(client.replace('body: { name }', 'body: { name: 1 }'))).toEqual([
      expect.stringContaining("'number' is not assignable to type 'string'"),
    ])
    expect(faultsOf(client.replace('createdBy?.label', 'createdBy?.email'))).toEqual([
      expect.stringContaining("Property 'email' does not exist"),
    ])
  })
})
