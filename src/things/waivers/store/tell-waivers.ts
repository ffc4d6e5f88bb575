import type { Kysely } from 'kysely'
import { expiringMs } from '../../../checks/waivers/waiver-store.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { runInTransaction } from '../../../service/store/sql/transaction.ts'
import { findListeners, type ListenedTime } from '../../notices/store/tell.ts'

/** Tells waivers after their last day, and those whose last day comes, each once. */
export async function tellWaiverTimes(db: Kysely<Schema>, span: ListenedTime): Promise<void> {
  await runInTransaction(db, (tx) => tellWaivers(tx, span, 'expired'))
  await runInTransaction(db, (tx) => tellWaivers(tx, span, 'expiring'))
}

async function tellWaivers(
  tx: Kysely<Schema>,
  { organizationId, fromMs, nowMs }: ListenedTime,
  stage: 'expiring' | 'expired',
): Promise<void> {
  const rows = await ofOrganization(tx, organizationId)
    .updateTable('waivers')
    .set({ lastNotice: stage })
    .where('revokedAtMs', 'is', null)
    .where(({ or, and, eb }) =>
      stage === 'expired'
        ? and([
            or([eb('lastNotice', 'is', null), eb('lastNotice', '=', 'expiring')]),
            eb('expiresAtMs', '<', nowMs),
            eb('expiresAtMs', '>', fromMs),
          ])
        : and([
            eb('lastNotice', 'is', null),
            eb('expiresAtMs', '>=', nowMs),
            eb('expiresAtMs', '<', nowMs + expiringMs),
            // It came into the last 30 days since somebody listens, or was made in them.
            or([eb('expiresAtMs', '>', fromMs + expiringMs), eb('createdAtMs', '>', fromMs)]),
          ]),
    )
    .returning(['id', 'waiver', 'expiresAtMs'])
    .execute()
  if (rows.length === 0) return
  const listeners = await findListeners(tx, organizationId)
  await listeners?.tell(
    rows
      .toSorted((one, other) => one.expiresAtMs - other.expiresAtMs || (one.id < other.id ? -1 : 1))
      .map(({ id, waiver: text }) => {
        const waiver = parseJsonText(text, 'waivers.waiver')
        const { expires, connector, check, resource, justification, approver } = waiver
        return {
          type: `waiver.${stage}` as const,
          organizationId,
          connectionId: null,
          atMs: nowMs,
          data: { waiverId: id, expires, connector: [connector].flat(), check: [check].flat() },
          details: listeners.wantDetails
            ? { justification, approver, resource: resource === undefined ? null : [resource].flat() }
            : undefined,
        }
      }),
  )
}
