import type { ShippedStatements } from './shipped-statements.ts'

/** What a parameter of a statement is: the value of a variable, by its id, or a fixed number in the parameter's unit. */
export type StatementValue = string | number

/**
 * A statement that a passing check shows: `unused-accounts-removed`, or with its parameters:
 * `{ 'few-administrators': { most: 'max_owners' } }`.
 */
export type StatementBinding =
  | string
  | { readonly [statement: string]: { readonly [parameter: string]: StatementValue } }

/** The same, as the author of a check writes it: statements, parameters and variables are completed. */
export type TypedStatementBinding<Variables> =
  | keyof ShippedStatements
  | (string & {})
  | {
      readonly [Statement in keyof ShippedStatements]?: {
        readonly [Parameter in ShippedStatements[Statement]]?: (keyof Variables & string) | number
      }
    }

/** Statements with the values of their parameters, by id, as a run names them. */
export interface BoundStatements {
  readonly [statement: string]: { readonly [parameter: string]: StatementValue }
}

/** Statements of a check by id; undefined where it names none. */
export function bindStatements(states: readonly StatementBinding[] = []): BoundStatements | undefined {
  if (states.length === 0) return undefined
  return Object.fromEntries(
    states.flatMap((binding) => (typeof binding === 'string' ? [[binding, {}]] : Object.entries(binding))),
  )
}
