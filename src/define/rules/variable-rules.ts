import type { Problem } from '../../errors/index.ts'
import { findNearest } from '../../text/find-nearest.ts'
import type { Option } from '../connector/credential-field.ts'
import { isChoice, type Variable } from '../connector/variable.ts'
import { findDomainsProblem } from './domain-rules.ts'

/** A check, as far as its own variables go. */
interface CheckVariables {
  readonly id: string
  readonly variables?: readonly Variable[] | undefined
}

/** Rules of the variables of a connector, or of one check. */
export function findVariableProblems(variables: readonly Variable[], path: string): Problem[] {
  const seen = new Set<string>()
  const ids = variables.map(({ id }) => id)
  return variables.flatMap((variable, index) => {
    const problems: Problem[] = []
    const add = (member: string, message: string) => problems.push({ path: `${path}[${index}].${member}`, message })
    if (seen.has(variable.id)) add('id', `"${variable.id}" is declared twice; rename one`)
    seen.add(variable.id)
    for (const [nth, id] of (variable.renamed ?? []).entries())
      if (ids.includes(id)) add(`renamed[${nth}]`, `"${id}" is a variable that is still there; remove one of them`)
    if (variable.type === 'number') {
      const { min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY, default: value } = variable
      if (min > max) add('min', `is greater than max (${max}); swap them`)
      else if (value !== undefined && (value < min || value > max)) {
        add('default', `is outside min and max; choose a number from ${min} to ${max}`)
      }
    }
    if (variable.type === 'list') {
      const problem = findDomainsProblem(variable.default ?? [])
      if (problem !== undefined) add('default', problem)
    }
    if (isChoice(variable) && variable.options !== undefined) {
      problems.push(...findOptionProblems(variable.options, `${path}[${index}].options`))
      const known = variable.options.map((option) => option.value)
      const unknown = [variable.default ?? []].flat().find((value) => !known.includes(value))
      if (unknown !== undefined) {
        add('default', `${JSON.stringify(unknown)} is not one of the options (${known.join(', ')})`)
      }
    }
    return problems
  })
}

/**
 * What is wrong with an id that no variable has.
 * @param otherwise what an author may do instead of declaring one
 */
export function describeUnknownVariable(id: string, variables: readonly Variable[], otherwise: string): string {
  const near = findNearest(
    id,
    variables.map((each) => each.id),
  )
  return `is not a variable of the connector or the check; ${near === undefined ? `declare it, or ${otherwise}` : `did you mean "${near}"?`}`
}

/** A value that is carried over to one check must not be another check's own: one of both would be judged by a stranger's value. */
export function findRenameProblems(checks: readonly CheckVariables[]): Problem[] {
  const owners = new Map(checks.flatMap(({ id, variables = [] }) => variables.map((variable) => [variable.id, id])))
  return checks.flatMap((check) =>
    (check.variables ?? []).flatMap(({ id, renamed = [] }) =>
      renamed
        .filter((before) => owners.has(before))
        .map((before) => ({
          path: `with(${check.id})`,
          message: `"${id}" is renamed from "${before}", which is still a variable of check "${owners.get(before)}"; rename both, or neither`,
        })),
    ),
  )
}

/**
 * Checks with a variable of one id share its value. A value that one of them carries over would count for the other one, too, which
 * had a value of its own before.
 */
export function findUnequalRenames(checks: readonly CheckVariables[]): Problem[] {
  const firsts = new Map<string, { readonly check: string; readonly renamed: string }>()
  return checks.flatMap(({ id: check, variables = [] }) =>
    variables.flatMap(({ id, renamed = [] }) => {
      const own = { check, renamed: renamed.toSorted().join(', ') }
      const first = firsts.get(id) ?? own
      firsts.set(id, first)
      if (first.renamed === own.renamed) return []
      const name = (text: string) => (text === '' ? 'nothing' : text)
      return [
        {
          path: `with(${check})`,
          message: `"${id}" is renamed from ${name(own.renamed)}, and in check "${first.check}" from ${name(first.renamed)}. They share one value: give both the same "renamed", or one of them another id`,
        },
      ]
    }),
  )
}

export function findOptionProblems(options: readonly Option[], path: string): Problem[] {
  const values = options.map((option) => option.value)
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [{ path: `${path}[${index}].value`, message: `${JSON.stringify(value)} is listed twice; remove one` }]
      : [],
  )
}
