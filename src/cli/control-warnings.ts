import { readFileSync } from 'node:fs'
import { looseness } from '../checks/controls/bounds.ts'
import { unknownControl } from '../checks/controls/parse-framework.ts'
import { shippedFrameworks } from '../checks/controls/shipped.ts'
import { type AnyConnector, type BoundedControl, controlId, type Variable } from '../define/index.ts'
import type { Problem } from '../errors/index.ts'
import { isFile } from './load-connector.ts'

/**
 * Controls that a check names and a shipped framework does not have (other frameworks are the organization's own), and
 * bounds that the check's own defaults do not keep.
 */
export async function controlWarnings(target: string, { id, definition, checks }: AnyConnector): Promise<Problem[]> {
  const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
  return checks.flatMap((check) => {
    const defaults = new Map(
      [...(definition.variables ?? []), ...(check.variables ?? [])].map((variable) => [variable.id, variable.default]),
    )
    return (check.controls ?? []).flatMap((control) => {
      const unknown = unknownControl(controlId(control), frameworks)
      const loose = typeof control === 'string' ? [] : looseDefaults(control, defaults)
      return [
        ...(unknown === undefined ? [] : [`maps to nothing: ${unknown}`]),
        ...loose.map((what) => `cannot satisfy ${controlId(control)} with its defaults: ${what}`),
      ].map((message) => ({ path: `${id}.${check.id}`, message: message + placeOf(controlId(control), target) }))
    })
  })
}

function looseDefaults({ requires }: BoundedControl, defaults: ReadonlyMap<string, Variable['default']>): string[] {
  return Object.entries(requires).flatMap(([id, bound]) => {
    const value = defaults.get(id)
    // Without a default somebody has to choose, and may choose well.
    return value === undefined ? [] : (looseness(id, bound, value) ?? [])
  })
}

/** Where the file says so, as long as it does itself and in one place. */
function placeOf(control: string, target: string): string {
  if (!isFile(target)) return ''
  const lines = readFileSync(target, 'utf8').split('\n')
  const [first, second] = lines.flatMap((line, index) => (line.includes(control) ? [index + 1] : []))
  return first === undefined || second !== undefined ? '' : ` (${target}:${first})`
}
