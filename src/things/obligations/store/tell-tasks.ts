import type { Kysely } from 'kysely'
import type { OverdueTask } from '../../../checks/obligations/task.ts'
import { ofOrganization } from '../../../service/store/sql/of-organization.ts'
import type { Schema } from '../../../service/store/sql/tables.ts'
import { parseDayEnd } from '../../../text/calendar-day.ts'
import { findListeners } from '../../notices/store/tell.ts'
import type { TaskStore } from './task-store.ts'

const rowsAtOnce = 500

/** See `TaskStore.tellOverdue`. */
export async function tellTasks(
  tx: Kysely<Schema>,
  { organizationId, overdue, others, fromMs, nowMs: atMs }: Parameters<TaskStore['tellOverdue']>[0],
): Promise<void> {
  for (let from = 0; from < others.length; from += rowsAtOnce)
    await ofOrganization(tx, organizationId)
      .updateTable('tasks')
      .set({ noticeDueMs: null })
      .where('id', 'in', others.slice(from, from + rowsAtOnce))
      .where('noticeDueMs', 'is not', null)
      .execute()
  const overdueTasks: OverdueTask[] = []
  for (const task of overdue) {
    const noticeDueMs = parseDayEnd(task.dueDay) ?? 0
    const { numUpdatedRows } = await ofOrganization(tx, organizationId)
      .updateTable('tasks')
      .set({ noticeDueMs: noticeDueMs })
      .where('id', '=', task.id)
      .where('endedAtMs', 'is', null)
      .where(({ or, eb }) => or([eb('noticeDueMs', 'is', null), eb('noticeDueMs', '<>', noticeDueMs)]))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n && task.sinceMs >= fromMs) overdueTasks.push(task)
  }
  if (overdueTasks.length === 0) return
  const listeners = await findListeners(tx, organizationId)
  await listeners?.tell(
    overdueTasks.map(({ id: entityId, title, dueDay, controls }) => ({
      type: 'task.overdue' as const,
      organizationId,
      connectionId: null,
      atMs,
      data: { entityType: 'task', entityId, dueDay, controls: [...controls] },
      details: listeners.wantDetails ? { title } : undefined,
    })),
  )
}
