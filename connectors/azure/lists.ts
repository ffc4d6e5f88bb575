import type { PaginateOptions, VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { AzureVault, StorageAccount } from './responses.ts'

/** How Azure Resource Manager pages lists. */
export const pages = { items: 'value', next: { url: 'nextLink' } } as const

/** The storage accounts of the subscription, as the checks read them. */
export function listStorageAccounts(ctx: VendorClient): AsyncIterable<StorageAccount> {
  return listAccountsAs(ctx, StorageAccount)
}

/** The storage accounts, with the same request for checks and inventories, so that the list is fetched once. */
export function listAccountsAs<T>(ctx: VendorClient, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return ctx.paginate('/providers/Microsoft.Storage/storageAccounts', {
    query: { 'api-version': '2024-01-01' },
    schema,
    ...pages,
  })
}

/** The key vaults of the subscription, as the checks read them. */
export function listVaults(ctx: VendorClient): AsyncIterable<AzureVault> {
  return listVaultsAs(ctx, AzureVault)
}

/** The key vaults, with the same request for checks and inventories. */
export function listVaultsAs<T>(ctx: VendorClient, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return ctx.paginate('/providers/Microsoft.KeyVault/vaults', {
    query: { 'api-version': '2024-11-01' },
    schema,
    ...pages,
  })
}

/** How role assignments are listed: `atScope()` gives those on the subscription and above it. */
export function listAssignments<T>(
  ctx: VendorClient,
  schema: z.ZodMiniType<T>,
  {
    list = 'roleAssignments',
    version = '2022-04-01',
    filter = 'atScope()',
    ...options
  }: Pick<PaginateOptions<T>, 'expect'> & {
    readonly list?: 'roleAssignments' | 'roleEligibilityScheduleInstances'
    readonly version?: string
    readonly filter?: 'atScope()' | 'none'
  } = {},
): AsyncIterable<T> {
  return ctx.paginate(`/providers/Microsoft.Authorization/${list}`, {
    query: { 'api-version': version, ...(filter !== 'none' && { $filter: filter }) },
    schema,
    ...options,
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
