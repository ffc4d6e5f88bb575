import { listNearStatements } from '../../checks/controls/statements/near-statements.ts'
import { type CheckStatement, loadStatements } from '../../checks/controls/statements/statement.ts'
import { isTimeUnit, readTimeUnit } from '../../checks/controls/statements/statement-values.ts'
import { bindStatements, type Check, type StatementValue } from '../../define/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import type { RuleFinding, ValidationRule, ValidationSubject } from './validation-finding.ts'

export const statementRules: readonly ValidationRule[] = [
  {
    id: 'unknown-statement',
    level: 'warning',
    find: (subject) =>
      findInStatements(subject, (check, name, values, known) => {
        const statement = known.get(name)
        return statement
          ? listUnknownParameters(statement, values)
          : [`states "${name}", which is no statement; ${offerNear(check, name, known)}`]
      }),
  },
  {
    id: 'statement-unit',
    level: 'hint',
    find: (subject) =>
      findInStatements(subject, (_, name, values, known) => {
        const statement = known.get(name)
        return statement ? listUnreadUnits(statement, values) : []
      }),
  },
]

type KnownStatements = ReadonlyMap<string, CheckStatement>
type BoundValues = { readonly [parameter: string]: StatementValue }

async function findInStatements(
  { connector: { id, checks }, sources }: ValidationSubject,
  explain: (check: Check, name: string, values: BoundValues, known: KnownStatements) => readonly string[],
): Promise<readonly RuleFinding[]> {
  if (checks.every(({ states = [] }) => states.length === 0)) return []
  const known = await loadStatements()
  return checks.flatMap((check) =>
    Object.entries(bindStatements(check.states) ?? {}).flatMap(([name, values]) => {
      const at = sources.findQuoted(name, sources.findId(check.id))
      return explain(check, name, values, known).map((message) => ({ path: `${id}.${check.id}`, message, at }))
    }),
  )
}

function listUnknownParameters({ id, parameters = {} }: CheckStatement, values: BoundValues): readonly string[] {
  const names = Object.keys(parameters)
  const has = names.length === 0 ? 'has no parameters' : `has ${names.join(', ')}`
  return Object.keys(values)
    .filter((name) => !Object.hasOwn(parameters, name))
    .map((name) => `binds "${name}" of ${id}, which ${has}`)
}

function listUnreadUnits({ id, parameters = {} }: CheckStatement, values: BoundValues): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    return parameter && typeof value === 'string' && isTimeUnit(parameter.unit) && readTimeUnit(value) === undefined
      ? [
          `binds ${id}.${name}, which counts ${parameter.unit}, to "${value}", whose id does not end with a unit of time`,
        ]
      : []
  })
}

function offerNear({ title }: Check, name: string, known: KnownStatements): string {
  const nearest = findNearest(name, [...known.keys()])
  const near = listNearStatements(`${name} ${title}`, known.values()).map(({ id }) => id)
  const offered = [...new Set([...(nearest === undefined ? [] : [nearest]), ...near])].slice(0, 3)
  return offered.length === 0
    ? 'frameworks/statements.json lists them'
    : `near are ${offered.map((id) => `"${id}"`).join(', ')}`
}
