import { carryOverVariables } from '../../auth/variable-values.ts'
import type { AnyConnector, AnyVariableValue, Variable } from '../../define/index.ts'

/** A variable that a connection can set. */
export interface DeclaredVariable {
  readonly variable: Variable
  /** undefined: the connector's own, for all its checks. */
  readonly checks: readonly string[] | undefined
}

/** Checks may declare a variable of the same id, which then has one value. */
export function listDeclaredVariables({ definition, checks }: AnyConnector): DeclaredVariable[] {
  const own = (definition.variables ?? []).map((variable): DeclaredVariable => ({ variable, checks: undefined }))
  const ids = new Set(checks.flatMap((check) => (check.variables ?? []).map(({ id }) => id)))
  const ofChecks = [...ids].flatMap((id): DeclaredVariable[] => {
    const declaring = checks.filter((check) => check.variables?.some((variable) => variable.id === id))
    const variable = declaring[0]?.variables?.find((one) => one.id === id)
    return variable ? [{ variable, checks: declaring.map((check) => check.id) }] : []
  })
  return [...own, ...ofChecks]
}

/** Required variables without a value: until a person sets them, their checks cannot tell. */
export function listMissingVariables(
  connector: AnyConnector,
  { variables }: { readonly variables: Readonly<Record<string, AnyVariableValue>> },
): readonly Variable[] {
  const carried = carryOverVariables(
    listDeclaredVariables(connector).map(({ variable }) => variable),
    variables,
  )
  return listDeclaredVariables(connector)
    .map(({ variable }) => variable)
    .filter(
      ({ id, required, default: value }) => required === true && value === undefined && !Object.hasOwn(carried, id),
    )
}
