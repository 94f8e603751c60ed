import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync } from 'vite'
import { isObject } from '~/model/objects'

const root = join(import.meta.dirname, '../../..')

/** A literal or template of a module: its fixed pieces, between which a value is filled in. */
export type Said = { readonly file: string; readonly pieces: readonly string[] }

type Node = Readonly<Record<string, unknown>>

const isNode = (value: unknown): value is Node => isObject(value) && typeof value.type === 'string'

const nodesIn = (value: unknown): readonly Node[] => {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  return isNode(value) ? [value] : []
}

const nameOf = (node: unknown) => (isNode(node) && typeof node.name === 'string' ? node.name : undefined)

const textOf = (node: unknown) => (isNode(node) && typeof node.value === 'string' ? node.value : undefined)

/** The source file that an import names; undefined for packages, styles and what lies outside of `src`. */
const sourceOf = (from: string, name: string | undefined) => {
  const path = name?.startsWith('~/')
    ? join(root, name.slice(2))
    : name?.startsWith('.')
      ? join(dirname(from), name)
      : undefined
  if (!path?.startsWith(join(root, 'src/'))) return undefined
  return ['.tsx', '.ts'].map(ending => path + ending).find(existsSync)
}

/** Types, what `laterPart` loads together with all texts, and exports, which a list has after its rows. */
const isSkipped = (node: Node) =>
  node.importKind === 'type' ||
  node.exportKind === 'type' ||
  String(node.type).startsWith('TSType') ||
  (node.type === 'CallExpression' && nameOf(node.callee) === 'laterPart') ||
  (node.type === 'Property' && nameOf(node.key) === 'csv')

/** A message of a resource, with a shared one as fallback (`useOwnMessage`). */
const ownMessageOf = (node: Node) => {
  if (node.type !== 'CallExpression' || nameOf(node.callee) !== 'say') return undefined
  const key = textOf(nodesIn(node.arguments)[0])
  return key === undefined ? undefined : ['resources.', `.${key}`]
}

const piecesOf = (node: Node): readonly string[] | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
  if (node.type !== 'TemplateLiteral') return ownMessageOf(node)
  return nodesIn(node.quasis).map(({ value }) => (isObject(value) ? String(value.cooked) : ''))
}

const isImport = ({ type }: Node) =>
  type === 'ImportDeclaration' ||
  type === 'ImportExpression' ||
  type === 'ExportNamedDeclaration' ||
  type === 'ExportAllDeclaration'

/**
 * The texts in modules that can run before the later texts are loaded: those that `entry` imports, at once or later,
 * except through `laterPart`.
 */
export const saidEarly = (entry: string): readonly Said[] => {
  const said: Said[] = []
  const seen = new Set<string>()
  const visitFile = (path: string | undefined) => {
    if (path === undefined || seen.has(path)) return
    seen.add(path)
    const file = relative(root, path)
    const visit = (node: Node) => {
      if (isSkipped(node)) return
      if (isImport(node)) visitFile(sourceOf(path, textOf(node.source)))
      const pieces = piecesOf(node)
      if (pieces) said.push({ file, pieces })
      for (const child of Object.values(node)) nodesIn(child).forEach(visit)
    }
    visit(parseSync(path, readFileSync(path, 'utf8')).program as unknown as Node)
  }
  visitFile(join(root, entry))
  return said
}
