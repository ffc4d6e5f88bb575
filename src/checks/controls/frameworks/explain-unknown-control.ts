import { findNearest } from '../../../text/find-nearest.ts'
import type { Framework } from './framework.ts'

/** Why a check or mapping names an unknown control; undefined if it exists, or its framework is unknown. */
export function explainUnknownControl(
  control: string,
  frameworks: readonly Pick<Framework, 'id' | 'controls'>[],
): string | undefined {
  const colon = control.indexOf(':')
  const framework = frameworks.find(({ id }) => id === control.slice(0, colon))
  const id = control.slice(colon + 1)
  if (!framework || framework.controls.some((each) => each.id === id)) return undefined
  const near = findNearest(
    id,
    framework.controls.map((each) => each.id),
  )
  return `"${control}" is not a control of ${framework.id}${near === undefined ? '' : `; did you mean "${framework.id}:${near}"?`}`
}
