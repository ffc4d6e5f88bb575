import type { Runtime } from '../../things/runtime/runtime.ts'
import { demoId } from './acme.ts'

const dayMs = 86_400_000

/** Obligations in several states, for the pages: met by a check, failing, overdue, open. */
export async function addDemoTasks({ tasks, workspace }: Runtime, organizationId: string): Promise<void> {
  const yesterday = new Date(workspace.clock.nowMs() - dayMs).toISOString().slice(0, 10)
  await tasks.add({
    organizationId,
    title: 'Company devices stay encrypted',
    everyDays: 31,
    controls: ['soc2:CC6.7'],
    satisfiedBy: { checks: [`${demoId}/devices-encrypted`] },
  })
  await tasks.add({
    organizationId,
    title: 'Tell customers about last quarter',
    everyDays: 92,
    controls: ['soc2:CC2.3'],
    firstDueDay: yesterday,
  })
  await tasks.addTemplates({ organizationId, templates: ['offboarding', 'backup-restore-test', 'penetration-test'] })
}
