import type * as z from 'zod'
import { parseDataFile } from '../../../data/data-file.ts'
import type { DataProblem } from '../../../data/data-problem.ts'
import { explainUnknownControl } from './explain-unknown-control.ts'
import type { Framework } from './framework.ts'
import { frameworkFileSchema } from './framework-schema.ts'

/**
 * A framework of your own, from a file in YAML or JSON.
 * @param name the path that a person gave
 * @param shipped the frameworks that its mappings may use, beside its own
 * @throws DataFileError `CONTROLS_INVALID` with every problem as `file:line:column`
 */
export function parseFramework(name: string, bytes: Uint8Array, shipped: readonly Framework[]): Framework {
  const { data } = parseDataFile(name, bytes, {
    what: 'framework file',
    code: 'CONTROLS_INVALID',
    schema: frameworkFileSchema,
    rules: (file) => findFrameworkProblems(file, shipped),
  })
  const { $schema: _, controls = [], ...framework } = data
  return { ...framework, controls }
}

type FrameworkFile = z.infer<typeof frameworkFileSchema>

function findFrameworkProblems(file: FrameworkFile, shipped: readonly Framework[]): DataProblem[] {
  const { id, controls = [], mappings = [] } = file
  if (controls.length === 0 && mappings.length === 0)
    return [{ path: [], message: 'has neither controls nor mappings' }]
  const isShipped = shipped.some((framework) => framework.id === id)
  const known = isShipped ? shipped : [...shipped, { id, controls }]
  const ids = controls.map((control) => control.id)
  return [
    ...(isShipped
      ? [
          {
            path: ['id'],
            message: `"${id}" comes with Checkwright; choose another id for yours, and map to the controls of that framework`,
          },
        ]
      : []),
    ...ids.flatMap((each, index) =>
      ids.indexOf(each) < index
        ? [{ path: ['controls', index, 'id'], message: `"${each}" is listed twice; remove one` }]
        : [],
    ),
    ...mappings.flatMap(({ control, requires = {} }, index) => {
      const unknown = explainUnknownControl(control, known)
      const empty = Object.keys(requires).filter((variable) => Object.keys(requires[variable] ?? {}).length === 0)
      return [
        ...(unknown === undefined ? [] : [{ path: ['mappings', index, 'control'], message: unknown }]),
        ...empty.map((variable) => ({
          path: ['mappings', index, 'requires', variable],
          message: 'has no bound; set min, max, oneOf, includes or empty',
        })),
      ]
    }),
  ]
}
