import { resolve } from 'node:path'
import ts from 'typescript'

/** Compiles source text as if it were a file of the project. */
export const virtualProgram = (source: string) => {
  const path = resolve('tests/unit/virtual-source.ts')
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ts.sys,
    resolve('.'),
  )
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2022) : read(name, ...rest)
  // A composite project must list all its files; this one is virtual, and nothing is emitted.
  const alone = { ...options, composite: false, emitDeclarationOnly: false, noEmit: true, types: [] }
  const program = ts.createProgram([path], alone, host)
  const file = program.getSourceFile(path)
  if (!file) throw new Error('the virtual file was not read')
  return { program, file }
}
