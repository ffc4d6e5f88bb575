import type { FrameworkScope } from '../../../checks/controls/scope.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { categoryExclusion, controlExclusion, parseGroup } from '../../exclusions/thing.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** What an organization leaves out of frameworks. @param within as it was at the end of this time; @default now */
export async function loadScope(
  runtime: Pick<Runtime, 'serviceOf' | 'users'>,
  organizationId: string,
  within: TimeSpan | undefined,
): Promise<FrameworkScope> {
  const [categories, controls] = await Promise.all([
    runtime.serviceOf(categoryExclusion).list({ organizationId, within, limit: categoryExclusion.max }),
    runtime.serviceOf(controlExclusion).list({ organizationId, within, state: 'holds', limit: controlExclusion.max }),
  ])
  const names = new Map<string, string>()
  const people = [
    ...categories.map(({ createdBy }) => createdBy),
    ...controls.flatMap(({ createdBy, values }) => [createdBy, values.approvedBy]),
  ]
  for (const userId of new Set(people))
    if (userId !== null) names.set(userId, (await runtime.users.find({ organizationId, userId }))?.name ?? userId)
  const findName = (userId: string | null) => (userId === null ? undefined : names.get(userId))
  return {
    categories: categories.flatMap(({ createdBy, values }) =>
      (values.categories ?? []).map((category) => ({ category, reason: values.reason, by: findName(createdBy) })),
    ),
    groups: categories.flatMap(({ createdBy, values }) =>
      (values.groups ?? []).map((named) => ({
        ...parseGroup(named),
        reason: values.reason,
        by: findName(createdBy),
      })),
    ),
    controls: controls.map(({ createdBy, values: { control, reason, expires, approvedBy } }) => ({
      control,
      reason,
      by: findName(createdBy),
      approvedBy: findName(approvedBy),
      expires,
    })),
  }
}
