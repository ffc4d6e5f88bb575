import type { ExpressionBuilder, Kysely } from 'kysely'
import { crossCheckConnectorId } from '../../../define/index.ts'
import { toJsonText } from '../sql/json-text.ts'
import type { Schema } from '../sql/tables.ts'

/**
 * Cross-checks judge an organization as a whole. Runs, findings, judgements and schedules refer to a row of `connections`, so the
 * organization has one too, with its own id. The database then keeps organizations apart here as everywhere else. Stores of
 * connections never show this row.
 */
export async function ensureOrganizationSubject(
  tx: Kysely<Schema>,
  { organizationId, nowMs }: { readonly organizationId: string; readonly nowMs: number },
): Promise<void> {
  await tx
    .insertInto('connections')
    .values({
      id: organizationId,
      organizationId,
      connectorId: crossCheckConnectorId,
      connectorSha256: null,
      name: null,
      state: 'active',
      stateReason: null,
      variables: toJsonText({}),
      grantedScopes: null,
      userId: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
      beforeSha256: null,
      moveId: null,
      sortName: '',
      urgency: 0,
      unwell: 0,
      lastRunAtMs: 0,
      scheduled: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Whether a row of `connections` is a connection. */
export function isConnectionRow({ eb }: ExpressionBuilder<Schema, 'connections'>) {
  return eb('connections.connectorId', '<>', crossCheckConnectorId)
}
