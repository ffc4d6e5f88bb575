import { ApiError } from '../../../errors/index.ts'
import { findKnownTime, type PeriodLimit } from '../../../service/rights/period.ts'
import type { HostParts } from '../../api/parts/host-parts.ts'
import type { Task } from '../tasks.ts'

/** As it stands now; for somebody who is limited to a period, as it stood at its end. @throws ApiError 404 */
export async function demandTask(
  { tasks, workspace }: HostParts['runtime'],
  reader: PeriodLimit,
  id: string,
): Promise<Task> {
  const within = findKnownTime(reader, workspace.clock.nowMs())
  const task = await tasks.get({ id, organizationId: reader.organizationId, within })
  if (task) return task
  throw new ApiError('There is no such obligation.', { code: 'NOT_FOUND' })
}
