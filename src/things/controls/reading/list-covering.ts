import { toControlId } from '../../../define/index.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** Names of connectors by the control that a check of theirs supports. */
export function listCovering({
  connectors,
  crossCheckConnector,
}: Pick<Runtime, 'connectors' | 'crossCheckConnector'>): ReadonlyMap<string, readonly string[]> {
  const covering = new Map<string, string[]>()
  for (const { definition, checks } of [...connectors, crossCheckConnector])
    for (const control of new Set(checks.flatMap(({ controls = [] }) => controls.map(toControlId))))
      covering.set(control, [...(covering.get(control) ?? []), definition.name])
  return covering
}
