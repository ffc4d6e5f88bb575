import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Expression,
  type ExpressionBuilder,
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
  readonly [Table in keyof Schema]: Schema[Table] extends { readonly organizationId: string | null } ? Table : never
}[keyof Schema]

/** Its id, or an expression that has it: a placeholder of a prepared statement, a column of the statement around. */
export type OrganizationId = string | Expression<string>

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
 * @param organizationId its id; in a prepared statement the placeholder, `params('organizationId')`
 */
export function ofOrganization(db: Kysely<Schema>, organizationId: OrganizationId): OrganizationRows
/** In a subquery, whose builder only selects. */
export function ofOrganization<Outer extends keyof Schema>(
  builder: ExpressionBuilder<Schema, Outer>,
  organizationId: OrganizationId,
): Pick<OrganizationRows, 'selectFrom'>
export function ofOrganization(
  from: Kysely<Schema> | ExpressionBuilder<Schema, keyof Schema>,
  organizationId: OrganizationId,
): OrganizationRows {
  const db = from as Kysely<Schema>
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
export function isOfOrganization(table: string, organizationId: OrganizationId): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(`${table}.organizationId`)} = ${organizationId}`
}

/**
 * The same for a table whose rows may be the platform's own.
 *
 * @param owner null: the platform
 */
export function isOwnedBy(table: string, owner: string | null): RawBuilder<SqlBool> {
  return owner === null ? sql<SqlBool>`${sql.ref(`${table}.organizationId`)} is null` : isOfOrganization(table, owner)
}
