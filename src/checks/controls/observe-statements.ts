import type { CheckEvidence } from './check-evidence.ts'
import type { Framework } from './frameworks/framework.ts'
import { type JudgeOptions, judgeEvidence } from './judge.ts'
import { listLimits, type StatementIndex } from './statement-index.ts'
import { countsFor } from './statements/counts-for.ts'
import type { StatementDemand, StatementRelation } from './statements/statement-mapping.ts'

/** One statement that a control asks for. */
export interface ObservedStatement {
  readonly id: string
  readonly relation: StatementRelation
  readonly needed: boolean
  /** A check showed it or its contrary, by evidence that counts. */
  readonly observed: boolean
}

/** How much of a control was looked at. */
export interface StatementCoverage {
  readonly observed: number
  readonly of: number
  /** What of the control is looked at. */
  readonly reason: string
  readonly statements: readonly ObservedStatement[]
  /** Statements that have something in common with the control, and never count. */
  readonly related: readonly string[]
}

/** Tells for each control of frameworks which of its statements were observed. */
export function createStatementObserver(
  evidence: readonly CheckEvidence[],
  index: Pick<StatementIndex, 'statementsOf'>,
  when: Omit<JudgeOptions, 'requires' | 'limits'>,
): (framework: Pick<Framework, 'statements'>, control: string) => StatementCoverage | undefined {
  const byStatement = new Map<string, CheckEvidence[]>()
  for (const each of evidence)
    for (const statement of Object.keys(index.statementsOf(each))) {
      const known = byStatement.get(statement)
      if (known) known.push(each)
      else byStatement.set(statement, [each])
    }
  const observed = new Map<string, boolean>()
  const isObserved = (id: string, demand: StatementDemand, units: { readonly [parameter: string]: string }) => {
    const key = JSON.stringify([id, demand.within])
    const known = observed.get(key)
    if (known !== undefined) return known
    const found = (byStatement.get(id) ?? []).some((each) => {
      const limits = listLimits(id, index.statementsOf(each)[id] ?? {}, demand, units, each.check.variables)
      const { state } = judgeEvidence(each, { ...when, requires: [], limits })
      return state === 'satisfied' || state === 'not_satisfied'
    })
    observed.set(key, found)
    return found
  }
  return ({ statements: mapping }, control) => {
    const mapped = mapping && Object.hasOwn(mapping.controls, control) ? mapping.controls[control] : undefined
    if (!mapping || !mapped) return undefined
    const entries = Object.entries(mapped.statements)
    const counting = entries.filter(([, demand]) => countsFor(mapping, demand))
    const statements = counting.map(
      ([id, demand]): ObservedStatement => ({
        id,
        relation: demand.relation ?? mapping.relation,
        needed: demand.needed ?? false,
        observed: isObserved(id, demand, mapping.units[id] ?? {}),
      }),
    )
    return {
      observed: statements.filter((each) => each.observed).length,
      of: statements.length,
      reason: mapped.reason,
      statements,
      related: entries.filter(([, demand]) => !countsFor(mapping, demand)).map(([id]) => id),
    }
  }
}
