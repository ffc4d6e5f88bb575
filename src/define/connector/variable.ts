import type { Choice, Option } from './credential-field.ts'

interface VariableBase {
  readonly id: string
  readonly label: string
  /** @default false */
  readonly required?: boolean | undefined
  readonly helpText?: string | undefined
  /**
   * Ids that it had in earlier versions. A value that a connection has for one of them is carried over. Without this, the
   * connection's checks end as `config` until somebody sets its variables again.
   */
  readonly renamed?: readonly string[] | undefined
}

export interface TextVariable extends VariableBase {
  readonly type: 'text'
  readonly default?: string | undefined
}

export interface NumberVariable extends VariableBase {
  readonly type: 'number'
  readonly default?: number | undefined
  readonly min?: number | undefined
  readonly max?: number | undefined
}

export interface BooleanVariable extends VariableBase {
  readonly type: 'boolean'
  readonly default?: boolean | undefined
}

/** Options are listed here, or the `options` hook of the same id fetches them from the vendor. */
export interface SelectVariable extends VariableBase {
  readonly type: 'select'
  readonly options?: readonly Option[] | undefined
  readonly default?: string | undefined
}

export interface MultiselectVariable extends VariableBase {
  readonly type: 'multiselect'
  readonly options?: readonly Option[] | undefined
  readonly default?: readonly string[] | undefined
}

/**
 * The domains of an organization: up to 100 DNS names, such as `acme.example`. A name stands for itself, not for names below it.
 * Wildcards, public suffixes (`co.uk`) and domains of public mail services (`gmail.com`) are refused, because strangers have
 * addresses there. An empty list is as good as none.
 */
export interface ListVariable extends VariableBase {
  readonly type: 'list'
  readonly default?: readonly string[] | undefined
}

/** A parameter of a connector or of one check, set per connection. */
export type Variable =
  | TextVariable
  | NumberVariable
  | BooleanVariable
  | SelectVariable
  | MultiselectVariable
  | ListVariable

/** The value of one variable as a check gets it. */
export type VariableValue<V extends Variable> = V extends { readonly type: 'number' }
  ? number
  : V extends { readonly type: 'boolean' }
    ? boolean
    : V extends { readonly type: 'select' }
      ? Choice<V>
      : V extends { readonly type: 'multiselect' }
        ? readonly Choice<V>[]
        : V extends { readonly type: 'list' }
          ? readonly string[]
          : string

/** A value that a variable can hold. */
export type AnyVariableValue = string | number | boolean | readonly string[]

/** Whether a person picks the variable's value from a list. */
export function isChoice(variable: Variable): variable is SelectVariable | MultiselectVariable {
  return variable.type === 'select' || variable.type === 'multiselect'
}

/** Values of variables by id. */
export type VariableValues<V extends readonly Variable[]> = {
  readonly [Each in V[number] as Each['id']]:
    | VariableValue<Each>
    | (Each extends { readonly required: true } | { readonly default: {} } ? never : undefined)
}
