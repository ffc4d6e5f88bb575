import { type Bound, type BoundStatements, bindStatements, type JsonValue } from '../../define/index.ts'
import type { CheckEvidence } from './check-evidence.ts'
import type { ExpectedRun } from './expected-run.ts'
import type { Framework, Mapping } from './frameworks/framework.ts'
import { countsFor } from './statements/counts-for.ts'
import type { StatementDemand } from './statements/statement-mapping.ts'
import { readStatementValue } from './statements/statement-values.ts'

/** A bound on a parameter of a statement, and what the parameter was. */
export interface ParameterLimit {
  /** For people: `idle of unused-accounts-removed`. */
  readonly name: string
  readonly bound: Bound
  readonly value: JsonValue | undefined
}

interface ControlDemand extends StatementDemand {
  /** `nist-csf-2.0:PR.AA-01` */
  readonly control: string
  readonly units: { readonly [parameter: string]: string }
}

/** Finds what statements say for controls: of the frameworks whose states follow from statements. */
export interface StatementIndex {
  /** The statements that a check shows: those that its run kept, or those that its connector names now. */
  statementsOf(evidence: Pick<CheckEvidence, 'connector' | 'check'>): BoundStatements
  /** Controls that a check supports by its statements, with all limits of each. */
  listDemands(evidence: CheckEvidence): ReadonlyMap<string, readonly ParameterLimit[]>
  /** The checks of the expected connectors that support controls by statements. */
  readonly mappings: readonly Mapping[]
}

export function indexStatements(
  frameworks: readonly Pick<Framework, 'id' | 'statements'>[],
  expected: readonly ExpectedRun[],
): StatementIndex {
  const demands = indexDemands(frameworks)
  const declared = new Map<string, BoundStatements>()
  for (const { connector } of expected)
    for (const { id, states } of connector.checks) {
      const bound = bindStatements(states)
      if (bound) declared.set(`${connector.id}/${id}`, bound)
    }
  const statementsOf: StatementIndex['statementsOf'] = ({ connector, check }) =>
    check.states ?? declared.get(`${connector}/${check.id}`) ?? {}
  return {
    statementsOf,
    listDemands: (evidence) => {
      const found = new Map<string, ParameterLimit[]>()
      for (const [statement, values] of Object.entries(statementsOf(evidence)))
        for (const demand of demands.get(statement) ?? [])
          found.set(demand.control, [
            ...(found.get(demand.control) ?? []),
            ...listLimits(statement, values, demand, demand.units, evidence.check.variables),
          ])
      return found
    },
    mappings: [...declared].flatMap(([check, statements]) =>
      Object.keys(statements).flatMap((statement) =>
        (demands.get(statement) ?? []).map(({ control }): Mapping => ({ control, check })),
      ),
    ),
  }
}

/** What a control demands of the parameters of a statement, beside what they were. */
export function listLimits(
  statement: string,
  values: BoundStatements[string],
  { within = {} }: StatementDemand,
  units: { readonly [parameter: string]: string },
  variables: CheckEvidence['check']['variables'],
): readonly ParameterLimit[] {
  return Object.entries(within).map(([parameter, bound]) => ({
    name: `${parameter} of ${statement}`,
    bound,
    value: readStatementValue(values[parameter], units[parameter] ?? '', variables),
  }))
}

function indexDemands(
  frameworks: readonly Pick<Framework, 'id' | 'statements'>[],
): ReadonlyMap<string, readonly ControlDemand[]> {
  const demands = new Map<string, ControlDemand[]>()
  for (const { id, statements: mapping } of frameworks) {
    if (mapping?.statesBy !== 'statements') continue
    for (const [control, { statements }] of Object.entries(mapping.controls))
      for (const [statement, demand] of Object.entries(statements)) {
        if (!countsFor(mapping, demand)) continue
        const entry = { ...demand, control: `${id}:${control}`, units: mapping.units[statement] ?? {} }
        demands.set(statement, [...(demands.get(statement) ?? []), entry])
      }
  }
  return demands
}
