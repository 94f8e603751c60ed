import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { isResourceName, resourceOf } from '~/model/registry'
import { columnOf } from '~/server/records/tables'

/** Columns of a resource’s table whose type the definition determines; JSON may have any shape. */
const columnsOfTable = (table: string) =>
  isResourceName(table)
    ? [
        'uid',
        ...Object.entries(resourceOf(table).fields)
          .filter(([, { kind }]) => kind !== 'json')
          .map(([key, field]) => columnOf(key, field)),
      ]
    : []

const words = ['on', 'where', 'set', 'left', 'join', 'order', 'for', 'group', 'and']

/** Tables of a statement by alias: `u` → `users`. */
const tablesIn = (statement: string) =>
  [...statement.matchAll(/\b(?:from|join|update|into)\s+(\w+)(?:\s+(\w+))?/g)].map(
    ([, table = '', name = '']) => [words.includes(name) || name === '' ? table : name, table] as const,
  )

/** The column returned under this name: `u.company_uid` for `u.company_uid as company`; undefined for a computed value. */
const columnBehind = (statement: string, name: string) => {
  const isPlain = new RegExp(`(?:select|returning|,)\\s+((?:\\w+\\.)?\\w+) as "?${name}"?(?!\\w)`).exec(
    statement,
  )
  if (isPlain || new RegExp(` as "?${name}"?(?!\\w)`).test(statement)) return isPlain?.[1]
  return new RegExp(`\\b\\w+\\.${name}(?!\\w)`).exec(statement)?.[0] ?? name
}

/** Whether the column, such as `u.email` or `email`, belongs to a resource that the statement names. */
const isDeclared = (statement: string, column: string) => {
  const [name = '', prefix] = column.split('.').reverse()
  return tablesIn(statement).some(
    ([alias, table]) => (prefix === undefined || prefix === alias) && columnsOfTable(table).includes(name),
  )
}

/** The members that a row type declares itself, without those it takes from `RowOf` and `ColumnsOf`. */
const ownMembers = (type: ts.TypeNode, file: ts.SourceFile): string[] => {
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(part => ownMembers(part, file))
  if (ts.isTypeLiteralNode(type))
    return type.members
      .filter(member => !/\b(RowOf|ColumnsOf)</.test(member.getText(file)))
      .flatMap(({ name }) => name?.getText(file) ?? [])
  const alias = file.statements.find(
    statement => ts.isTypeAliasDeclaration(statement) && statement.name.text === type.getText(file),
  )
  return alias && ts.isTypeAliasDeclaration(alias) ? ownMembers(alias.type, file) : []
}

const handwrittenIn = (path: string): string[] => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit)
    if (!ts.isCallExpression(node) || !/\.(query|prepared)$/.test(node.expression.getText(file))) return
    const statement = node.arguments.map(argument => argument.getText(file)).join(' ')
    const members = (node.typeArguments ?? []).flatMap(type => ownMembers(type, file))
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    for (const name of members)
      if (isDeclared(statement, columnBehind(statement, name) ?? '')) found.push(`${path}:${line} ${name}`)
  }
  visit(file)
  return found
}

const sources = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => `server/${path}`)

/** Resources named in the SQL statements of a file. */
const resourcesIn = (path: string): string[] => {
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    ts.forEachChild(node, visit)
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText(file) !== 'sql') return
    const tables = tablesIn(node.template.getText(file)).map(([, table]) => table)
    found.push(...tables.filter(isResourceName).map(table => `${path} ${table}`))
  }
  visit(file)
  return found
}

describe('the SQL statements of the server', () => {
  it('statements that return fields of a resource take their row type from RowOf', () => {
    expect(sources.flatMap(handwrittenIn)).toEqual([])
  })

  it('statements of the platform name no resource', () => {
    expect(sources.filter(path => path.startsWith('server/platform/')).flatMap(resourcesIn)).toEqual([])
  })
})
