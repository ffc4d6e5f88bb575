import type { Problem } from '../../../errors/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { ValuesOf } from '../../../service/fields/field-types.ts'
import { explainUnknownControls } from '../../own-frameworks/content/explain-unknown-controls.ts'
import type { ThingParts } from './thing-parts.ts'

/**
 * Controls that a record names and that nobody has, so that nothing would ever come of them.
 * @param of.before what it named until now stays
 */
export async function findUnknownControls(
  parts: ThingParts,
  {
    organizationId,
    thing,
    values,
    before,
  }: {
    readonly organizationId: string
    readonly thing: Thing
    readonly values: ValuesOf<ThingFields>
    readonly before: ValuesOf<ThingFields> | undefined
  },
): Promise<readonly Problem[]> {
  const known = new Set(before && thing.controlsOf(before).map(({ control }) => control))
  const fresh = thing.controlsOf(values).filter(({ control }) => !known.has(control))
  const named = fresh.map(({ control }) => control)
  const problems = await explainUnknownControls(parts, organizationId, named)
  return fresh.flatMap(({ path, control }) => {
    const problem = problems.get(control)
    return problem === undefined ? [] : [{ path, message: `must be a control that exists: ${problem}` }]
  })
}
