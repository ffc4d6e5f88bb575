import { explainUnknownControl } from '../../../checks/controls/frameworks/explain-unknown-control.ts'
import { loadFramework } from '../../../checks/controls/frameworks/shipped-frameworks.ts'
import type { Problem } from '../../../errors/index.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import type { ValuesOf } from '../../../service/fields/field-types.ts'

/**
 * Controls that a record names and that their framework does not have, so that nothing would ever come of them. Of a framework that does not
 * come with Checkwright nobody can tell here.
 * @param before what it named until now stays
 */
export async function findUnknownControls(
  thing: Thing,
  values: ValuesOf<ThingFields>,
  before: ValuesOf<ThingFields> | undefined,
): Promise<readonly Problem[]> {
  const known = new Set(before && thing.controlsOf(before).map(({ control }) => control))
  const fresh = thing.controlsOf(values).filter(({ control }) => !known.has(control))
  const ids = new Set(fresh.map(({ control }) => control.slice(0, control.indexOf(':'))))
  const loaded = await Promise.all([...ids].map((id) => loadFramework(id)))
  const frameworks = loaded.filter((each) => each !== undefined)
  return fresh.flatMap(({ path, control }) => {
    const problem = explainUnknownControl(control, frameworks)
    return problem === undefined ? [] : [{ path, message: `must be a control that exists: ${problem}` }]
  })
}
