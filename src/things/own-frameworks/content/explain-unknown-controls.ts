import { explainUnknownControl } from '../../../checks/controls/frameworks/explain-unknown-control.ts'
import { everyFrameworkId } from '../../../checks/controls/frameworks/framework-names.ts'
import { listFrameworkIds } from '../../../checks/controls/frameworks/split-level.ts'

import { findNearest } from '../../../text/find-nearest.ts'
import { listOwnIds, loadNamedFramework, type NamedFrameworkParts } from './load-named-framework.ts'

/**
 * Why nothing would ever come of a control that somebody names: its framework is neither shipped nor one of the organization's own, it has no such
 * control, or a level of it is named.
 * @returns by control; those that exist are left out
 */
export async function explainUnknownControls(
  parts: NamedFrameworkParts,
  organizationId: string,
  controls: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const problems = new Map<string, string>()
  const frameworkOf = (control: string) => control.slice(0, control.indexOf(':'))
  for (const [id, named] of Map.groupBy(controls, frameworkOf)) {
    const framework = await loadNamedFramework(parts, organizationId, id)
    const [base] = listFrameworkIds(id)
    for (const control of named) {
      const problem =
        framework === undefined
          ? explainUnknownFramework(id, await listOwnIds(parts, organizationId))
          : base !== id
            ? `"${control}" names a level; name the control of its framework, "${base}:${control.slice(id.length + 1)}"`
            : explainUnknownControl(control, [framework])
      if (problem !== undefined) problems.set(control, problem)
    }
  }
  return problems
}

function explainUnknownFramework(id: string, own: readonly string[]): string {
  const near = findNearest(id, [...own, ...everyFrameworkId])
  const remedy = near === undefined ? 'upload your own framework first' : `did you mean "${near}"?`
  return `"${id}" is no framework of the organization; ${remedy}`
}
