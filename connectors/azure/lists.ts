import type { VendorClient } from 'checkwright'
import { AzureVault, StorageAccount } from './responses.ts'

/** How Azure Resource Manager pages lists. */
export const pages = { items: 'value', next: { url: 'nextLink' } } as const

/**
 * The storage accounts of the subscription, with the same request for every check, so that the list is fetched once.
 */
export function listStorageAccounts(ctx: VendorClient): AsyncIterable<StorageAccount> {
  return ctx.paginate('/providers/Microsoft.Storage/storageAccounts', {
    query: { 'api-version': '2024-01-01' },
    schema: StorageAccount,
    ...pages,
  })
}

/** The key vaults of the subscription. */
export function listVaults(ctx: VendorClient): AsyncIterable<AzureVault> {
  return ctx.paginate('/providers/Microsoft.KeyVault/vaults', {
    query: { 'api-version': '2024-11-01' },
    schema: AzureVault,
    ...pages,
  })
}

/** A storage account as a resource of results. */
export function toAccountResource({ id, name }: StorageAccount) {
  return { type: 'storage-account', id, name }
}

/** A key vault as a resource of results. */
export function toVaultResource({ id, name }: AzureVault) {
  return { type: 'key-vault', id, name }
}

/** The path values in a resource's id; undefined for an id of another form. */
export function readResourceGroup(id: string): string | undefined {
  return /^\/subscriptions\/[^/]+\/resourceGroups\/([^/]+)\/providers\//i.exec(id)?.[1]
}
