import { noticeAgeMs } from '../../service/notices/notice.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import type { EvidenceParts } from './evidence-parts.ts'
import { judgeTasks } from './tasks.ts'

/** Judging reads results, so that it happens now and then alone. Obligations are due on days. */
const lookEveryMs = 10 * 60_000

/**
 * Tells obligations that have become overdue, because time has passed or a check fails now. Each is told once for its day;
 * what was told stands in the store, so that it survives a restart.
 */
export async function tellOverdueTasks(parts: EvidenceParts & Uses<'notices'>): Promise<void> {
  const { store, clock } = parts
  for (const { organizationId, sinceMs } of await store.notices.listListening()) {
    const nowMs = clock.nowMs()
    if (!(await store.tasks.takeTurn({ organizationId, beforeMs: nowMs - lookEveryMs, nowMs }))) continue
    const tasks = await judgeTasks(parts, { organizationId })
    await store.tasks.tellOverdue({
      organizationId,
      nowMs,
      fromMs: Math.max(sinceMs, nowMs - noticeAgeMs),
      overdue: tasks.flatMap(({ id, title, controls, dueDay, overdueSinceMs }) =>
        overdueSinceMs === null ? [] : [{ id, title, controls, dueDay, sinceMs: overdueSinceMs }],
      ),
      others: tasks.flatMap(({ id, overdueSinceMs }) => (overdueSinceMs === null ? [id] : [])),
    })
  }
}
