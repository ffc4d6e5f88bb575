import type { PaginateOptions, VendorClient } from 'checkwright'
import type { ListedUser } from './responses.ts'

/**
 * Everybody in the directory, whatever their status, with the same request for every check and list, so that it is sent once.
 * A list without a filter leaves out people who were deactivated. One with a filter includes them:
 * https://developer.okta.com/docs/api/openapi/okta-management/management/tag/User/#tag/User/operation/listUsers!in=query&path=filter
 */
export function listUsers<T>(ctx: VendorClient, schema: PaginateOptions<T>['schema']): AsyncIterable<T> {
  const query = { filter: 'lastUpdated gt "1990-01-01T00:00:00.000Z"', limit: 200 }
  const resource = { type: 'user', id: 'id', name: 'profile.login' }
  return ctx.paginate('/api/v1/users', { query, schema, resource, next: 'link' })
}

// They can sign in, or could do so tomorrow without anybody's decision.
const living = ['ACTIVE', 'PASSWORD_EXPIRED', 'LOCKED_OUT', 'RECOVERY']

export function canSignIn({ status }: { readonly status: string | undefined }): boolean {
  return status !== undefined && living.includes(status)
}

/** The name of a user for people. */
export function formatName({ profile }: ListedUser): string | undefined {
  const { firstName, lastName, login } = profile ?? {}
  return [firstName, lastName].filter((part) => part !== undefined && part !== '').join(' ') || login
}
