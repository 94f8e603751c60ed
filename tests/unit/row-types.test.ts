import ts from 'typescript'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Company } from '~/model/record-of'
import { resourceNames, resourceOf } from '~/model/registry'
import { companies } from '~/model/resources/companies'
import type { Database } from '~/server/platform/database/database'
import { isFilled } from '~/server/platform/database/migrations'
import type { TableRow } from '~/server/platform/database/tables'
import { insertRow, updateRow } from '~/server/records/rows'
import { type Column, type ColumnsOf, columnsOf, type RowOf } from '~/server/records/tables'
import { virtualProgram } from '~/tests/support/process/virtual-program'

describe('the row of a query', () => {
  it('derives the types of a row from the fields of the resource', () => {
    expectTypeOf<RowOf<'users', 'uid' | 'email'>>().toEqualTypeOf<{ uid: string; email: string | null }>()
    expectTypeOf<RowOf<'users', 'uid', { company: 'company_uid' }>>().toEqualTypeOf<{
      uid: string
      company: string | null
    }>()
    expectTypeOf<ColumnsOf<'companies'>['users_max_active']>().toEqualTypeOf<string>()
    expectTypeOf<ColumnsOf<'users'>['last_login_at']>().toEqualTypeOf<Date | null>()
    expectTypeOf<ColumnsOf<'users'>['status']>().toEqualTypeOf<
      'active' | 'disabled' | 'pending' | 'deleted' | null
    >()
  })

  it('the row type has no columns that the table lacks', () => {
    // @ts-expect-error the column is named last_login_at
    expectTypeOf<RowOf<'users', 'lastLoginAt'>>().toBeObject()
    // @ts-expect-error a password is in another table
    expectTypeOf<RowOf<'users', 'password'>>().toBeObject()
    // @ts-expect-error the groups of a user are stored by the groups
    expectTypeOf<RowOf<'users', 'groups_uids'>>().toBeObject()
    // @ts-expect-error there is no column companies
    expectTypeOf<RowOf<'users', 'uid', { company: 'companies' }>>().toBeObject()
  })
})

describe('the row of a table without a resource', () => {
  it('derives the types of a row from the columns of the table', () => {
    expectTypeOf<TableRow<'making', 'job' | 'token', { at: 'started_at' }>>().toEqualTypeOf<{
      job: string
      token: string | null
      at: Date | null
    }>()
    expectTypeOf<TableRow<'recovery_codes'>>().toEqualTypeOf<{ user_id: string; hash: string }>()
    // @ts-expect-error the column is named user_uid
    expectTypeOf<TableRow<'idempotency_keys', 'user'>>().toBeObject()
  })
})

describe('isFilled', () => {
  const row = { uid: 'a', name: 'Quay' as string | null, email: null as string | null }

  it('isFilled is true if each of the columns has a value, and narrows the type', () => {
    expect(isFilled(row, 'uid', 'name')).toBe(true)
    expect(isFilled(row, 'uid', 'name', 'email')).toBe(false)
    expect(isFilled({ name: '', count: 0, on: false }, 'name', 'count', 'on')).toBe(true)
    if (isFilled(row, 'name')) expectTypeOf(row.name).toEqualTypeOf<string>()
  })
})

describe('a row that is written', () => {
  const insert = (database: Database) => ({
    right: () => insertRow(database, companies, { uid: 'a', name: 'Quay', 'users.total': 3 }),
    // @ts-expect-error companies have no field colour
    other: () => insertRow(database, companies, { uid: 'a', colour: 'red' }),
    // @ts-expect-error the name is a text
    wrong: () => insertRow(database, companies, { uid: 'a', name: 3 }),
  })

  const update = (database: Database, before: Company) => ({
    right: () => updateRow(database, companies, before, { name: 'Quay', updatedAt: new Date() }),
    // @ts-expect-error companies have no field colour
    other: () => updateRow(database, companies, before, { colour: 'red' }),
    // @ts-expect-error the name is a text
    wrong: () => updateRow(database, companies, before, { name: 3 }),
  })

  it('inserting and updating accept only fields of the resource', () => {
    expectTypeOf(insert).toBeFunction()
    expectTypeOf(update).toBeFunction()
  })
})

const source = `import type { ResourceName } from '~/model/registry'
import type { ColumnsOf } from '~/server/records/tables'
export type Tables = { [N in ResourceName]: ColumnsOf<N> }`

const mark = (isNullable: boolean) => (isNullable ? '?' : '')

/** All typed columns as `table.column`, with a question mark if nullable. */
const typedColumns = () => {
  const { program, file } = virtualProgram(source)
  const checker = program.getTypeChecker()
  const tables = file.statements.filter(ts.isTypeAliasDeclaration).map(checker.getTypeAtLocation)
  const isNullable = (type: ts.Type) =>
    (type.flags & ts.TypeFlags.Unknown) !== 0 || checker.getNonNullableType(type) !== type
  return tables
    .flatMap(type => type.getProperties())
    .flatMap(table =>
      checker
        .getTypeOfSymbol(table)
        .getProperties()
        .map(column => `${table.name}.${column.name}${mark(isNullable(checker.getTypeOfSymbol(column)))}`),
    )
}

const isComputed = ({ name, definition }: Column) =>
  name === 'keywords' || definition.includes('generated always')

/** All columns of the tables in the same format, without those generated for sorting and searching. */
const realColumns = () =>
  resourceNames.flatMap(table =>
    columnsOf(resourceOf(table))
      .filter(column => !isComputed(column))
      .map(({ name, definition }) => `${table}.${name}${mark(!/not null|primary key/.test(definition))}`),
  )

describe('the row types', () => {
  it('the row types match the columns of the tables and their nullability', () => {
    expect(typedColumns().sort()).toEqual(realColumns().sort())
  }, 120_000)
})
