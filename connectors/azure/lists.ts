import type { BaseContext, PaginateOptions, VendorClient } from 'checkwright'
import type * as z from 'zod/mini'

/** How Azure Resource Manager pages lists. */
export const pages = { items: 'value', next: { url: 'nextLink' } } as const

/** The storage accounts of the subscription, with the same request for checks and inventories, so that the list is fetched once. */
export function listAccountsAs<T>(ctx: VendorClient, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return ctx.paginate('/providers/Microsoft.Storage/storageAccounts', {
    query: { 'api-version': '2024-01-01' },
    schema,
    resource: { type: 'storage-account', id: 'id', name: 'name' },
    ...pages,
  })
}

/** The key vaults of the subscription, with the same request for checks and inventories. */
export function listVaultsAs<T>(ctx: VendorClient, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return ctx.paginate('/providers/Microsoft.KeyVault/vaults', {
    query: { 'api-version': '2024-11-01' },
    schema,
    resource: { type: 'key-vault', id: 'id', name: 'name' },
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
    query: { 'api-version': version, $filter: filter === 'none' ? undefined : filter },
    schema,
    ...options,
    ...pages,
  })
}

/** What identifies a resource in Azure's lists. */
export interface Listed {
  readonly id: string
  readonly name: string
}

/** A storage account as a resource of results. */
export function toAccountResource({ id, name }: Listed) {
  return { type: 'storage-account', id, name }
}

/** A key vault as a resource of results. */
export function toVaultResource({ id, name }: Listed) {
  return { type: 'key-vault', id, name }
}

/** The subscription as a resource of results. */
export function toSubscriptionResource({
  credentials,
}: {
  readonly credentials: { readonly subscription_id: string }
}) {
  return { type: 'subscription', id: credentials.subscription_id }
}

/** The path of a storage account, as requests about it begin. */
export function toAccountPath(ctx: Pick<BaseContext, 'cannotTell'>, account: Listed): string {
  return toPath(ctx, account, 'Microsoft.Storage/storageAccounts')
}

/** The path of a key vault, as requests about it begin. */
export function toVaultPath(ctx: Pick<BaseContext, 'cannotTell'>, vault: Listed): string {
  return toPath(ctx, vault, 'Microsoft.KeyVault/vaults')
}

/** The path below the subscription; ends the check for an id of another form. */
function toPath(ctx: Pick<BaseContext, 'cannotTell'>, { id, name }: Listed, type: string): string {
  const group =
    /^\/subscriptions\/[^/]+\/resourceGroups\/([^/]+)\/providers\//i.exec(id)?.[1] ??
    ctx.cannotTell({ kind: 'schema_drift', message: `The id of ${name} names no resource group.` })
  return `/resourceGroups/${encodeURIComponent(group)}/providers/${type}/${encodeURIComponent(name)}`
}

/** The settings of blobs in a storage account, with the same request for every check. */
export function fetchBlobService<T>(
  ctx: VendorClient & Pick<BaseContext, 'cannotTell'>,
  account: Listed,
  schema: z.ZodMiniType<T>,
): Promise<T> {
  return ctx.get(`${toAccountPath(ctx, account)}/blobServices/default`, {
    query: { 'api-version': '2024-01-01' },
    schema,
  })
}
