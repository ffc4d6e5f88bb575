import { readFileSync } from 'node:fs'
import { unknownControl } from '../checks/controls/parse-framework.ts'
import { shippedFrameworks } from '../checks/controls/shipped.ts'
import { type AnyConnector, controlId } from '../define/index.ts'
import type { Problem } from '../errors/index.ts'
import { isFile } from './load-connector.ts'

/** Controls that a check names and a shipped framework does not have. Other frameworks are the organization's own. */
export async function controlWarnings(target: string, { id, checks }: AnyConnector): Promise<Problem[]> {
  const frameworks = await Promise.all(Object.values(shippedFrameworks).map((load) => load()))
  return checks.flatMap((check) =>
    (check.controls ?? []).flatMap((control) => {
      const message = unknownControl(controlId(control), frameworks)
      if (message === undefined) return []
      return [
        { path: `${id}.${check.id}`, message: `maps to nothing: ${message}${placeOf(controlId(control), target)}` },
      ]
    }),
  )
}

/** Where the file says so, as long as it does itself and in one place. */
function placeOf(control: string, target: string): string {
  if (!isFile(target)) return ''
  const lines = readFileSync(target, 'utf8').split('\n')
  const [first, second] = lines.flatMap((line, index) => (line.includes(control) ? [index + 1] : []))
  return first === undefined || second !== undefined ? '' : ` (${target}:${first})`
}
