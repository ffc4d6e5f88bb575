import type { AnyVariableValue } from '../define/index.ts'

/** Values of the variables of one cross-check, as an organization has set them. */
export interface StoredCrossCheckVariables {
  readonly organizationId: string
  readonly crossCheckId: string
  /** Those that somebody has set; the others have their defaults. */
  readonly variables: Readonly<Record<string, AnyVariableValue>>
}

export interface CrossCheckVariableStore {
  /** Of all cross-checks of an organization for which somebody has set some. */
  list(organizationId: string): Promise<readonly StoredCrossCheckVariables[]>
  /** Replaces all values of a cross-check. @throws StoreError `NOT_FOUND` for an unknown organization */
  put(values: StoredCrossCheckVariables): Promise<void>
}
