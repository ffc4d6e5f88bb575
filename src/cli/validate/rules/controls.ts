import { looseness } from '../../../checks/controls/bounds.ts'
import { unknownControl } from '../../../checks/controls/parse-framework.ts'
import { shippedFrameworks } from '../../../checks/controls/shipped.ts'
import { type BoundedControl, controlId, type Variable } from '../../../define/index.ts'
import type { Rule } from '../finding.ts'

export const controlRules: readonly Rule[] = [
  {
    // Of other frameworks, which are the organization's own, nothing is known here.
    id: 'unknown-control',
    level: 'warning',
    find: async ({ connector: { id, checks }, sources }) => {
      const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
      return checks.flatMap((check) =>
        (check.controls ?? []).map(controlId).flatMap((control) => {
          const unknown = unknownControl(control, frameworks)
          if (unknown === undefined) return []
          const at = sources.quoted(control, sources.id(check.id))
          return [{ path: `${id}.${check.id}`, message: `maps to nothing: ${unknown}`, at }]
        }),
      )
    },
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
            : looseDefaults(control, defaults).map((what) => ({
                path: `${id}.${check.id}`,
                message: `cannot satisfy ${control.id} with its defaults: ${what}`,
                at: sources.quoted(control.id, sources.id(check.id)),
              })),
        )
      }),
  },
]

function looseDefaults({ requires }: BoundedControl, defaults: ReadonlyMap<string, Variable['default']>): string[] {
  return Object.entries(requires).flatMap(([id, bound]) => {
    const value = defaults.get(id)
    // Without a default somebody has to choose, and may choose well.
    return value === undefined ? [] : (looseness(id, bound, value) ?? [])
  })
}
