import type { PaginateOptions, VendorClient } from 'checkwright'

/** All API tokens, with the same request for the check and the list. */
export function listApiTokens<T>(ctx: VendorClient, schema: PaginateOptions<T>['schema']): AsyncIterable<T> {
  return ctx.paginate('/api/v1/api-tokens', { schema, next: 'link' })
}
