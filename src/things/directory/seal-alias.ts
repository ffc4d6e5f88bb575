import type { Vault } from '../../auth/vault.ts'
import type { AliasRecord } from '../../crosscheck/links/link-store.ts'

type AliasPlace = Pick<AliasRecord, 'id' | 'organizationId'>

const toPlace = ({ id, organizationId }: AliasPlace) => ({ organizationId, ownerId: id, field: 'alias:address' })

export function sealAliasAddress(vault: Vault, place: AliasPlace, address: string): Promise<string> {
  return vault.seal(toPlace(place), address)
}

export function openAliasAddress(
  vault: Vault,
  alias: AliasPlace & Pick<AliasRecord, 'sealedAddress'>,
): Promise<string> {
  return vault.open(toPlace(alias), alias.sealedAddress)
}
