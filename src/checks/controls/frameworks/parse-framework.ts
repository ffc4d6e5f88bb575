import type * as z from 'zod'
import { type IsSound, parseDataFile } from '../../../data/data-file.ts'
import type { DataProblem } from '../../../data/data-problem.ts'

import { findNearest } from '../../../text/find-nearest.ts'
import type { CheckStatement } from '../statements/statement.ts'
import { type MappedControl, readStatementMapping, type StatementMapping } from '../statements/statement-mapping.ts'
import { explainUnknownControl } from './explain-unknown-control.ts'
import type { Framework, Mapping } from './framework.ts'
import { everyFrameworkId } from './framework-names.ts'
import { frameworkFileSchema } from './framework-schema.ts'

/** What a framework file may name beside its own controls. */
export interface FrameworkSurroundings {
  /** The frameworks whose controls it may map. */
  readonly shipped: readonly Framework[]
  /** By id. */
  readonly statements: ReadonlyMap<string, CheckStatement>
}

/**
 * A framework of your own, from a file in YAML or JSON.
 * @param name the path that a person gave
 * @throws DataFileError `CONTROLS_INVALID` with every problem as `file:line:column`
 */
export function parseFramework(name: string, bytes: Uint8Array, around: FrameworkSurroundings): Framework {
  const { data } = parseDataFile(name, bytes, {
    what: 'framework file',
    code: 'CONTROLS_INVALID',
    schema: frameworkFileSchema,
    rules: (file, isSound) => findFrameworkProblems(file, around, isSound),
    unreadByRules: ['title', 'version', 'source', 'group', 'obligation', 'check'],
  })
  const { $schema: _, controls = [], mappings, reader: _reader, read: _read, ...framework } = data
  return {
    ...framework,
    controls,
    mappings: mappings?.flatMap(toCheckMapping),
    statements: createMapping(data, around.statements),
  }
}

type FrameworkFile = z.infer<typeof frameworkFileSchema>
type FileMapping = NonNullable<FrameworkFile['mappings']>[number]

function toCheckMapping({ control, check, requires }: FileMapping): readonly Mapping[] {
  return check === undefined ? [] : [{ control, check, requires }]
}

/** Which of the controls ask for which statements; undefined for a file that maps none. */
function createMapping(
  { id, version = '', controls = [], mappings = [], reader = '', read = '' }: FrameworkFile,
  statements: FrameworkSurroundings['statements'],
): StatementMapping | undefined {
  const asked = new Map<string, MappedControl>()
  for (const { control: name, statement, relation, needed, within } of mappings) {
    if (statement === undefined) continue
    const control = name.slice(id.length + 1)
    const { reason = '', statements: others } = asked.get(control) ?? {}
    const title = controls.find((each) => each.id === control)?.title
    asked.set(control, {
      reason: reason || (title ?? control),
      statements: { ...others, [statement]: { relation, needed, within } },
    })
  }
  if (asked.size === 0) return undefined
  const mapping = {
    format: 'checkwright.mapping/v1',
    framework: id,
    version,
    statesBy: 'statements',
    relation: 'subset-of',
    source: 'The framework file.',
    reader,
    read,
    controls: Object.fromEntries(asked),
  }
  return readStatementMapping(JSON.stringify(mapping), statements)
}

function findFrameworkProblems(
  file: FrameworkFile,
  { shipped, statements }: FrameworkSurroundings,
  isSound: IsSound,
): DataProblem[] {
  const { id, controls = [], mappings = [] } = file
  if (controls.length === 0 && mappings.length === 0)
    return [{ path: [], message: 'has neither controls nor mappings' }]
  const isShipped = everyFrameworkId.includes(id)
  const known = isShipped ? shipped : [...shipped, { id, controls }]
  const seen = new Set<string>()
  const isTwice = (each: string) => seen.has(each) || !seen.add(each)
  const lacking = (['reader', 'read'] as const).filter((member) => file[member] === undefined)
  const first = mappings.findIndex(({ statement }) => statement !== undefined)
  return [
    ...(isShipped
      ? [
          {
            path: ['id'],
            message: `"${id}" comes with Checkwright; choose another id for yours, and map to the controls of that framework`,
          },
        ]
      : []),
    ...controls.flatMap(({ id: each }, index) =>
      isTwice(each) ? [{ path: ['controls', index, 'id'], message: `"${each}" is listed twice; remove one` }] : [],
    ),
    ...(first < 0
      ? []
      : lacking.map((member) => ({
          path: ['mappings', first, 'statement'],
          message: `needs the member "${member}" of the file: who read that the control asks for it, and on which day`,
        }))),
    ...mappings.flatMap((mapping, index) => {
      const path = ['mappings', index]
      const { control, requires = {}, within = {}, statement } = mapping
      // A control whose own entry is malformed may be the one that is meant.
      const unknown =
        isSound(['id']) && isSound(['controls'])
          ? (explainUnknownFramework(control, id) ?? explainUnknownControl(control, known))
          : undefined
      const bounds = { requires, within }
      const empty = (['requires', 'within'] as const).flatMap((member) =>
        Object.entries(bounds[member]).flatMap(([name, bound]) =>
          Object.keys(bound).length === 0 ? [[...path, member, name]] : [],
        ),
      )
      return [
        ...(unknown === undefined ? [] : [{ path: [...path, 'control'], message: unknown }]),
        ...empty.map((at) => ({ path: at, message: 'has no bound; set min, max, oneOf, includes or empty' })),
        ...(statement === undefined
          ? findCheckProblems(mapping).map(({ member, message }) => ({ path: [...path, ...member], message }))
          : findStatementProblems(mapping, statement, id, statements).map(({ member, message }) => ({
              path: [...path, ...member],
              message,
            }))),
      ]
    }),
  ]
}

interface MemberProblem {
  readonly member: readonly string[]
  readonly message: string
}

function findCheckProblems(mapping: FileMapping): readonly MemberProblem[] {
  if (mapping.check === undefined) return [{ member: [], message: 'names neither a check nor a statement' }]
  return (['relation', 'needed', 'within'] as const)
    .filter((member) => mapping[member] !== undefined)
    .map((member) => ({ member: [member], message: 'belongs to a statement; name one in place of the check' }))
}

function findStatementProblems(
  { control, check, requires, within = {} }: FileMapping,
  statement: string,
  framework: string,
  statements: FrameworkSurroundings['statements'],
): readonly MemberProblem[] {
  const found = statements.get(statement)
  const near = found ? undefined : findNearest(statement, [...statements.keys()])
  const parameters = Object.keys(found?.parameters ?? {})
  return [
    ...(found
      ? []
      : [
          {
            member: ['statement'],
            message: `"${statement}" is shown by no check${near === undefined ? '' : `; did you mean "${near}"?`}`,
          },
        ]),
    ...(check === undefined ? [] : [{ member: ['check'], message: 'stands beside a statement; make two entries' }]),
    ...(requires === undefined
      ? []
      : [{ member: ['requires'], message: 'bounds variables of a check; write "within" for a statement' }]),
    ...(control.startsWith(`${framework}:`)
      ? []
      : [{ member: ['control'], message: 'is of another framework; only its own controls ask for statements' }]),
    ...(found ? Object.keys(within) : [])
      .filter((name) => !parameters.includes(name))
      .map((name) => ({
        member: ['within', name],
        message:
          parameters.length === 0
            ? `is no parameter: "${statement}" has none`
            : `is no parameter of "${statement}"; it has ${parameters.join(', ')}`,
      })),
  ]
}

function explainUnknownFramework(control: string, own: string): string | undefined {
  const framework = control.slice(0, control.indexOf(':'))
  if (framework === own || everyFrameworkId.includes(framework)) return undefined
  const near = findNearest(framework, [own, ...everyFrameworkId])
  return `is of the framework "${framework}", which is not here${near === undefined ? '' : `; did you mean "${near}"?`}`
}
