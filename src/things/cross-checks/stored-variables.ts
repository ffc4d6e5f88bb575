import { carryOverVariables, parseVariables } from '../../auth/variable-values.ts'
import type { CrossCheck } from '../../crosscheck/define/cross-check.ts'
import type { AnyVariableValue } from '../../define/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'

type StoredVariableValues = Readonly<Record<string, AnyVariableValue>>

/** What an organization has set for each cross-check, by its id. */
export async function loadStoredVariables(
  { store }: Uses<'crossCheckVariables'>,
  organizationId: string,
): Promise<ReadonlyMap<string, StoredVariableValues>> {
  const stored = await store.crossCheckVariables.list(organizationId)
  return new Map(stored.map(({ crossCheckId, variables }) => [crossCheckId, variables]))
}

/** Replaces all values. What is left out has its default again. @throws CredentialError `VARIABLE_INVALID`; StoreError `NOT_FOUND` */
export async function storeVariables(
  { store }: Uses<'crossCheckVariables'>,
  { id: crossCheckId, variables: declared = [] }: Pick<CrossCheck, 'id' | 'variables'>,
  organizationId: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  const carried = carryOverVariables(declared, values)
  const set = declared.filter(({ id }) => Object.hasOwn(carried, id))
  await store.crossCheckVariables.put({ organizationId, crossCheckId, variables: parseVariables(set, carried) })
}

/** The values of a run: those of its request, before those that the organization has set. */
export async function chooseRunVariables(
  parts: Uses<'crossCheckVariables'>,
  { id, variables: declared = [] }: Pick<CrossCheck, 'id' | 'variables'>,
  organizationId: string,
  values: StoredVariableValues | undefined,
): Promise<StoredVariableValues | undefined> {
  const stored = (await loadStoredVariables(parts, organizationId)).get(id)
  return stored === undefined ? values : { ...carryOverVariables(declared, stored), ...values }
}
