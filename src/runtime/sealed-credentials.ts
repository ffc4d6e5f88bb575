import type { SealedCredentials } from '../auth/connection-store.ts'
import type { CredentialValues } from '../auth/credential-values.ts'
import type { TokenSet } from '../auth/oauth/token-reply.ts'
import type { Vault } from '../auth/vault.ts'

/** Whose credentials: bound to the ciphertext, so that they cannot be opened in another's row. */
interface Owner {
  readonly organizationId: string
  readonly id: string
}

/** Credential values as the store keeps them: each sealed for its place, numbers kept apart from text. */
export async function sealValues(
  vault: Vault,
  owner: Owner,
  values: CredentialValues,
): Promise<Record<string, string>> {
  const sealed: Record<string, string> = {}
  for (const [field, value] of Object.entries(values)) {
    sealed[field] = await vault.seal(
      { organizationId: owner.organizationId, ownerId: owner.id, field },
      JSON.stringify(value),
    )
  }
  return sealed
}

/** @throws CredentialError `CREDENTIAL_UNREADABLE` */
export async function openValues(
  vault: Vault,
  owner: Owner,
  sealed: SealedCredentials['values'],
): Promise<CredentialValues> {
  const values: Record<string, string | number> = {}
  for (const [field, value] of Object.entries(sealed)) {
    values[field] = JSON.parse(
      await vault.open({ organizationId: owner.organizationId, ownerId: owner.id, field }, value),
    )
  }
  return values
}

/** A token reply as credential values; what it leaves out stays as it was (RFC 6749 §6). */
export function withTokens(before: CredentialValues, tokens: TokenSet): CredentialValues {
  return {
    ...before,
    ...tokens.captured,
    access_token: tokens.accessToken,
    ...(tokens.refreshToken !== undefined && { refresh_token: tokens.refreshToken }),
  }
}
