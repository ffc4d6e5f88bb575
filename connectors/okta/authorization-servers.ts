import type { PaginateOptions, VendorClient } from 'checkwright'
import { AuthorizationServer } from './responses.ts'

/** The authorization servers that issue tokens, with the same request for every check. Okta's own one is not among them. */
export async function* listAuthorizationServers(
  ctx: VendorClient,
): AsyncGenerator<AuthorizationServer, void, undefined> {
  const listed = listPages(ctx, '/api/v1/authorizationServers', AuthorizationServer)
  for await (const server of listed) if (server.status === 'ACTIVE') yield server
}

export function listPages<T>(ctx: VendorClient, path: string, schema: PaginateOptions<T>['schema']): AsyncIterable<T> {
  return ctx.paginate(path, { schema, next: 'link' })
}
