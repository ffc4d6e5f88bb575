import type { Kysely } from 'kysely'
import type { Resolution } from '../../../checks/findings/finding-store.ts'
import { findingNoticesMax, type NoticeData } from '../../../service/notices/notice.ts'
import { parseJsonText } from '../../../service/store/sql/json-text.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { nameConnectionForNotice } from '../../connections/store/tell-connection.ts'
import { findListeners, type NewNotice } from '../../notices/store/tell.ts'

export type NoticeChange = 'opened' | 'regressed' | 'resolved' | 'overdue'

export interface FindingNotice {
  readonly id: string
  readonly change: NoticeChange
  readonly resolution: Resolution | null
}

/** Findings of one connection that changed at once. */
export interface FindingNotices {
  readonly organizationId: string
  readonly connectionId: string
  readonly connectorId: string
  /** The run that changed them; null: no run did. */
  readonly runId: string | null
  readonly atMs: number
  readonly count: Partial<Readonly<Record<NoticeChange, number>>>
  /** Called if there are few enough to tell each. */
  readonly list: () => Promise<readonly FindingNotice[]>
}

/**
 * Tells what became of findings, one notice each, or their numbers if there are many. The only place that does: every
 * change of the state of a finding calls it, in its transaction and after the change.
 */
export async function tellFindings(tx: Kysely<Schema>, notices: FindingNotices): Promise<void> {
  const { organizationId, connectionId, connectorId: connector, runId, atMs, count } = notices
  const total = Object.values(count).reduce((sum, each) => sum + each, 0)
  if (total === 0) return
  const listeners = await findListeners(tx, organizationId)
  if (listeners === undefined) return
  const about = { organizationId, connectionId, atMs }
  const place = omitUndefined({ connectionId, connector, runId: runId ?? undefined })
  const naming = listeners.wantDetails ? await nameConnectionForNotice(tx, connectionId) : undefined
  if (total > findingNoticesMax) {
    const { opened = 0, regressed = 0, resolved = 0, overdue = 0 } = count
    const data = { ...place, total, opened, regressed, resolved, overdue }
    await listeners.tell([{ ...about, type: 'finding.batch', data, details: naming }])
    return
  }
  if (!listeners.want('finding.opened', 'finding.regressed', 'finding.resolved', 'finding.overdue')) return
  const changes = await notices.list()
  const rows = await tx
    .selectFrom('findings')
    .select(['id', 'checkId', 'severity', 'waived', 'dueAtMs', 'record'])
    .where(
      'id',
      'in',
      changes.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  await listeners.tell(
    changes.flatMap(({ id, change, resolution }): NewNotice[] => {
      const row = byId.get(id)
      if (row === undefined) return []
      const { checkId, severity, waived, dueAtMs } = row
      const data: NoticeData = omitUndefined({
        findingId: id,
        ...place,
        checkId,
        severity,
        waived: waived === 1,
        resolution: change === 'resolved' ? resolution : undefined,
        dueAt: change === 'resolved' ? undefined : new Date(dueAtMs).toISOString(),
      })
      return [
        { ...about, type: `finding.${change}`, data, details: naming && { ...naming, ...nameFinding(row.record) } },
      ]
    }),
  )
}

function nameFinding(record: Parameters<typeof parseJsonText>[0]): NoticeData {
  const { title, resource } = parseJsonText(record, 'findings.record') as {
    readonly title: string
    readonly resource: { readonly type: string; readonly id: string; readonly name?: string }
  }
  return { title, resource: { type: resource.type, id: resource.id, name: resource.name ?? null } }
}
