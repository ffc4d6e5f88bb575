import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Kysely,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
  type UpdateQueryBuilder,
  type UpdateResult,
} from 'kysely'
import type { Schema } from './tables.ts'

/** The tables whose rows belong to an organization. */
export type OrganizationTable = {
  readonly [Table in keyof Schema]: Schema[Table] extends { readonly organizationId: string } ? Table : never
}[keyof Schema]

/** Statements that see the rows of one organization alone: each of them begins with its filter. */
export interface OrganizationRows {
  selectFrom<Table extends OrganizationTable>(table: Table): SelectQueryBuilder<Schema, Table, Record<never, never>>
  updateTable<Table extends OrganizationTable>(table: Table): UpdateQueryBuilder<Schema, Table, Table, UpdateResult>
  deleteFrom<Table extends OrganizationTable>(table: Table): DeleteQueryBuilder<Schema, Table, DeleteResult>
}

/**
 * The rows of an organization, in a database or a transaction. A store asks through it, so that no statement can forget whose rows it
 * means: `ofOrganization(db, organizationId).selectFrom('comments').selectAll()`.
 *
 * @param organizationId its id; in a prepared statement the placeholder, `given('organizationId')`
 */
export function ofOrganization(db: Kysely<Schema>, organizationId: string | RawBuilder<string>): OrganizationRows {
  // Each builder has the type of its table outside; within, one table stands for all.
  return {
    selectFrom: (table) => db.selectFrom(table as 'comments').where(isOfOrganization(table, organizationId)) as never,
    updateTable: (table) => db.updateTable(table as 'comments').where(isOfOrganization(table, organizationId)) as never,
    deleteFrom: (table) => db.deleteFrom(table as 'comments').where(isOfOrganization(table, organizationId)) as never,
  }
}

/**
 * The same as a condition, for a table that a join or a subquery adds.
 *
 * @param table its name in the statement, which is its alias if it has one
 */
export function isOfOrganization(table: string, organizationId: string | RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.organizationId`)} = ${organizationId}`
}
