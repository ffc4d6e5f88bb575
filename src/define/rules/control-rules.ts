import type { Problem } from '../../errors/index.ts'
import type { Variable } from '../connector/variable.ts'
import { type Bound, type BoundedControl, toControlId } from '../run/control.ts'
import { formatPath } from '../schema/problems.ts'
import { describeUnknownVariable } from './variable-rules.ts'

/** Lists each control once. Bounds name existing variables and fit their types. */
export function findControlProblems(
  controls: readonly (string | BoundedControl)[],
  variables: readonly Variable[],
): Problem[] {
  const ids = controls.map(toControlId)
  return controls.flatMap((control, index): Problem[] => [
    ...(ids.indexOf(toControlId(control)) < index
      ? [{ path: `controls[${index}]`, message: `"${toControlId(control)}" is listed twice; remove one` }]
      : []),
    ...(typeof control === 'string'
      ? []
      : findBoundProblems(control, variables).map(({ id, message }) => ({
          path: formatPath(['controls', index, 'requires', id]),
          message,
        }))),
  ])
}

function findBoundProblems({ requires }: BoundedControl, variables: readonly Variable[]) {
  return Object.entries(requires).flatMap(([id, bound]) => {
    const variable = variables.find((each) => each.id === id)
    const message = variable
      ? findBoundMisfit(bound, variable)
      : describeUnknownVariable(id, variables, 'remove the bound')
    return message === undefined ? [] : [{ id, message }]
  })
}

const membersByType: Readonly<Record<Variable['type'], readonly (keyof Bound)[]>> = {
  number: ['min', 'max'],
  text: ['oneOf', 'includes'],
  select: ['oneOf'],
  boolean: ['oneOf'],
  multiselect: ['oneOf', 'includes', 'empty'],
  list: [],
}

function findBoundMisfit(bound: Bound, { type }: Variable): string | undefined {
  const fitting = membersByType[type]
  if (fitting.length === 0) return `bounds a ${type} variable, which has no bounds; remove it`
  const bounds = (['min', 'max', 'oneOf', 'includes', 'empty'] as const).filter((member) => bound[member] !== undefined)
  const stray = bounds.find((member) => !fitting.includes(member))
  if (stray !== undefined) return `"${stray}" bounds no ${type} variable; use ${fitting.join(' or ')}`
  if (bounds.length === 0) return `has no bound; set ${fitting.join(' or ')}`
  const kind = type === 'boolean' ? 'boolean' : 'string'
  return bound.oneOf?.some((value) => typeof value !== kind) ? `oneOf must list ${kind} values` : undefined
}
