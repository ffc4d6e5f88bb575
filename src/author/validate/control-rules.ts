import { explainLooseness } from '../../checks/controls/control-bounds.ts'
import { explainUnknownControl } from '../../checks/controls/frameworks/explain-unknown-control.ts'
import { shippedFrameworks } from '../../checks/controls/frameworks/shipped-frameworks.ts'
import { type BoundedControl, toControlId, type Variable } from '../../define/index.ts'
import type { ValidationRule } from './validation-finding.ts'

export const controlRules: readonly ValidationRule[] = [
  {
    // Other frameworks belong to the organization and are unknown here.
    id: 'unknown-control',
    level: 'warning',
    find: async ({ connector: { id, checks }, sources }) => {
      if (checks.every(({ controls = [] }) => controls.length === 0)) return []
      const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
      return checks.flatMap((check) =>
        (check.controls ?? []).map(toControlId).flatMap((control) => {
          const unknown = explainUnknownControl(control, frameworks)
          if (unknown === undefined) return []
          const at = sources.findQuoted(control, sources.findId(check.id))
          return [{ path: `${id}.${check.id}`, message: `maps to an unknown control: ${unknown}`, at }]
        }),
      )
    },
  },
  {
    id: 'unbounded-threshold',
    level: 'hint',
    find: ({ connector: { id, checks }, sources }) =>
      checks.flatMap((check) =>
        (check.variables ?? [])
          .filter(({ type }) => type === 'number')
          .flatMap((variable) => {
            const open = (check.controls ?? []).filter((control) => !isBounded(control, variable)).map(toControlId)
            if (open.length === 0) return []
            const message = `speaks for ${open.join(', ')} for any value of "${variable.id}"; bound it: boundControls([…], { ${variable.id}: { max: … } })`
            return [{ path: `${id}.${check.id}`, message, at: sources.findId(check.id) }]
          }),
      ),
  },
  {
    id: 'loose-default',
    level: 'warning',
    find: ({ connector: { id, definition, checks }, sources }) =>
      checks.flatMap((check) => {
        const variables = [...(definition.variables ?? []), ...(check.variables ?? [])]
        const defaults = new Map(variables.map((variable) => [variable.id, variable.default]))
        return (check.controls ?? []).flatMap((control) =>
          typeof control === 'string'
            ? []
            : findLooseDefaults(control, defaults).map((what) => ({
                path: `${id}.${check.id}`,
                message: `cannot satisfy ${control.id} with its defaults: ${what}`,
                at: sources.findQuoted(control.id, sources.findId(check.id)),
              })),
        )
      }),
  },
]

/** At least on the looser side, if the name shows which one that is. */
function isBounded(control: string | BoundedControl, { id }: Variable): boolean {
  if (typeof control === 'string') return false
  const { min, max } = control.requires[id] ?? {}
  if (/^max/.test(id)) return max !== undefined
  if (/^min/.test(id)) return min !== undefined
  return min !== undefined || max !== undefined
}

function findLooseDefaults({ requires }: BoundedControl, defaults: ReadonlyMap<string, Variable['default']>): string[] {
  return Object.entries(requires).flatMap(([id, bound]) => {
    const value = defaults.get(id)
    // Without a default, somebody has to choose a value.
    return value === undefined ? [] : (explainLooseness(id, bound, value) ?? [])
  })
}
