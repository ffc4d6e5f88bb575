import { azure } from '../connector.ts'
import { listVaultsAs, pages, toVaultPath } from '../lists.ts'
import { NamedVault, VaultSecret } from '../responses.ts'

export const vaultSecrets = azure.inventory({
  of: 'credential',
  part: 'key-vault',
  tells: ['active', 'createdAt', 'expiresAt'],
  covers: ['secrets in key vaults'],
  leavesOut: ['keys and certificates in key vaults', 'earlier versions of secrets', 'secrets of app registrations'],
  scopes: ['Microsoft.KeyVault/vaults/read', 'Microsoft.KeyVault/vaults/secrets/read'],
  async *list(ctx) {
    for await (const vault of listVaultsAs(ctx, NamedVault)) {
      const secrets = ctx.paginate(`${toVaultPath(ctx, vault)}/secrets`, {
        query: { 'api-version': '2024-11-01' },
        schema: VaultSecret,
        ...pages,
      })
      for await (const { id, name, attributes } of secrets)
        yield {
          id,
          name,
          kind: 'secret',
          active: attributes?.enabled,
          createdAt: toTime(attributes?.created),
          expiresAt: readEnd(attributes),
        }
    }
  },
})

/**
 * Null beside other attributes: "exp: IntDate, optional, default is forever", while every answer has the others.
 * https://learn.microsoft.com/azure/key-vault/secrets/about-secrets#secret-attributes
 */
function readEnd(attributes: VaultSecret['attributes']): string | null | undefined {
  if (attributes?.exp !== undefined) return toTime(attributes.exp)
  return attributes?.enabled === undefined && attributes?.created === undefined ? undefined : null
}

/** The time of seconds since 1970; anything else is handed on, so that the inventory refuses it. */
function toTime(seconds: number | undefined): string | undefined {
  const isTime = Number.isSafeInteger(seconds) && Math.abs(seconds ?? 0) < 1e12
  return isTime ? new Date((seconds ?? 0) * 1_000).toISOString() : (seconds as undefined)
}
