import { createHash } from 'node:crypto'
import type { Bound } from '../../../define/index.ts'
import type { CheckStatement } from './statement.ts'

/**
 * How a statement and a control are related, as NIST IR 8477 names it: how much of the control is looked at. It changes no state. What
 * only `intersects` never counts, and is shown as related.
 */
export type StatementRelation = (typeof statementRelations)[number]

export const statementRelations = ['equal', 'subset-of', 'superset-of', 'intersects'] as const

/** What a control asks of one statement. */
export interface StatementDemand {
  /** @default that of the mapping */
  readonly relation?: StatementRelation | undefined
  /** The control is satisfied only if this was observed. @default false */
  readonly needed?: true | undefined
  /** Bounds by parameter of the statement. With a looser or unknown value, a pass proves less than the control asks. */
  readonly within?: { readonly [parameter: string]: Bound } | undefined
}

export interface MappedControl {
  /** What of the control is looked at. */
  readonly reason: string
  readonly statements: { readonly [statement: string]: StatementDemand }
}

/** Which controls of a framework ask for which statements, who read that from what, and when. */
export interface StatementMapping {
  readonly framework: string
  readonly version: string
  /**
   * What decides the states. `checks`: the controls that checks name, and the mapping only says what was observed. `statements`: the
   * mapping.
   */
  readonly statesBy: 'checks' | 'statements'
  readonly relation: StatementRelation
  readonly source: string
  readonly reader: string
  /** Day of the reading. */
  readonly read: string
  /** Controls that a system can answer. */
  readonly technical?: readonly string[] | undefined
  readonly controls: { readonly [control: string]: MappedControl }
  /** SHA-256 of the text. */
  readonly sha256: string
  readonly text: string
  /** Units of the parameters that it bounds, by statement and parameter. */
  readonly units: { readonly [statement: string]: { readonly [parameter: string]: string } }
}

/** A mapping by its text, as frameworks/mappings/ holds it. */
export function readStatementMapping(
  text: string,
  statements: ReadonlyMap<string, Pick<CheckStatement, 'parameters'>>,
): StatementMapping {
  const data: Omit<StatementMapping, 'sha256' | 'text' | 'units'> = JSON.parse(text)
  const named = new Set(Object.values(data.controls).flatMap((control) => Object.keys(control.statements)))
  const units = [...named].flatMap((name) => {
    const parameters = Object.entries(statements.get(name)?.parameters ?? {})
    return parameters.length === 0 ? [] : [[name, Object.fromEntries(parameters.map(([id, { unit }]) => [id, unit]))]]
  })
  return {
    ...data,
    sha256: createHash('sha256').update(text).digest('hex'),
    text,
    units: Object.fromEntries(units),
  }
}
