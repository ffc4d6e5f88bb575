import { toSqlName } from '../store/sql/column-names.ts'
import type { ThingFields } from './field.ts'
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
  return `create table ${table} (
  id text primary key,
  organization_id text not null references organizations (id),
${own.join('\n')}
  created_at_ms bigint not null,
  created_by text,
  changed_at_ms bigint not null
);
create index ${table}_of on ${table} (organization_id, created_at_ms, id);
`
}
