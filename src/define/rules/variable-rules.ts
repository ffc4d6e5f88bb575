import type { Problem } from '../../errors/index.ts'
import type { Check } from '../check.ts'
import type { Option } from '../credential-field.ts'
import { isChoice, type Variable } from '../variable.ts'
import { findDomainsProblem } from './domain-rules.ts'

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

/** A value that is carried over to one check must not be another check's own: one of both would be judged by a stranger's value. */
export function findRenameProblems(checks: readonly Check[]): Problem[] {
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

export function findOptionProblems(options: readonly Option[], path: string): Problem[] {
  const values = options.map((option) => option.value)
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [{ path: `${path}[${index}].value`, message: `${JSON.stringify(value)} is listed twice; remove one` }]
      : [],
  )
}
