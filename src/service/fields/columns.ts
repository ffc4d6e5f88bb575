import { toSqlName } from '../store/sql/column-names.ts'
import { type ThingFields, undeclaredThings } from './field.ts'
import { fieldKinds } from './field-kinds.ts'

/** A column of a table. */
export interface Column {
  /** In the database: `first_day`. */
  readonly name: string
  readonly type: 'text' | 'bigint' | 'integer'
  readonly isNullable: boolean
}

/** The columns of fields, in their order. */
export function columns(fields: ThingFields): readonly Column[] {
  return Object.entries(fields).map(([name, { kind, isNullable }]) => ({
    name: toSqlName(name),
    type: fieldKinds[kind].column,
    isNullable,
  }))
}

/** The statements that make the table of a thing: rows of an organization, each with an id and its times. */
export function describeTable(table: string, fields: ThingFields): string {
  const own = columns(fields).map(({ name, type, isNullable }) => `  ${name} ${type}${isNullable ? '' : ' not null'},`)
  const named = columns(Object.fromEntries(Object.entries(fields).filter(([, field]) => namesRecord(field))))
  const unique = columns(Object.fromEntries(Object.entries(fields).filter(([, { isUnique }]) => isUnique)))
  return `create table ${table} (
  id text primary key,
  organization_id text not null references organizations (id),
${own.join('\n')}
  created_at_ms bigint not null,
  created_by text,
  changed_at_ms bigint not null,
  notice_state text
);
create index ${table}_of on ${table} (organization_id, created_at_ms, id);
${named.map(({ name }) => `create index ${table}_by_${name} on ${table} (organization_id, ${name});\n`).join('')}${unique
  .map(({ name }) => `create unique index ${table}_by_${name} on ${table} (${name});\n`)
  .join('')}`
}

/** Whether a field names the record that this one is a part of. */
export function isPart(field: ThingFields[string]): boolean {
  return namesRecord(field) && !field.isNullable
}

/** Whether a field names a record of a declared thing. Lists and rollups find records by it. */
function namesRecord({ kind, names = '' }: ThingFields[string]): boolean {
  return kind === 'id' && !undeclaredThings.some((each) => each === names)
}

/** The statements that make the table of what records of all things had at each time. */
export const versionsTable = `
create table thing_versions (
  organization_id text not null references organizations (id),
  id text primary key,
  thing text not null,
  record_id text not null,
  at_ms bigint not null,
  changed_by text,
  record text
);
create index thing_versions_by_time on thing_versions (organization_id, thing, at_ms, id);
create index thing_versions_of on thing_versions (organization_id, thing, record_id, at_ms, id);
`
