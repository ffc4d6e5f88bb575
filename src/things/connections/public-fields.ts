import { type AnyConnector, isSecret, listCredentialFields } from '../../define/index.ts'
import type { Uses } from '../parts/runtime-parts.ts'
import { isForDestination, openValue } from './sealed-credentials.ts'

/** A value that a person typed and that is no secret, such as a domain. By it people tell two connections apart. */
export interface PublicField {
  readonly id: string
  readonly label: string
  readonly value: string
}

const valueLengthMax = 200

/**
 * The values of the fields that are no secrets. Only these are opened.
 * @returns none of a disconnected connection, and none that cannot be opened: a list must not fail for one of its rows
 */
export async function readPublicFields(
  { store, vault }: Uses<'connections', 'vault'>,
  connector: AnyConnector | undefined,
  owner: { readonly organizationId: string; readonly id: string },
): Promise<readonly PublicField[]> {
  const fields = connector ? listCredentialFields(connector.definition).filter((field) => !isSecret(field)) : []
  if (fields.length === 0) return []
  const sealed = await store.connections.credentials(owner.id)
  // Another version may show what was a secret.
  if (connector && sealed && !isForDestination(connector, sealed)) return []
  const values = await Promise.all(
    fields.map(async ({ id, label }): Promise<readonly PublicField[]> => {
      const text = sealed?.values[id]
      if (text === undefined) return []
      const value = await openValue(vault, owner, id, text).catch(() => undefined)
      if (value === undefined || value === '') return []
      return [{ id, label, value: [value].flat().join(', ').slice(0, valueLengthMax) }]
    }),
  )
  return values.flat()
}
