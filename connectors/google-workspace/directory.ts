import type { VendorClient } from 'checkwright'
import { User } from './responses.ts'

const cursor = { cursor: 'nextPageToken', param: 'pageToken' } as const

/** How Google hands out the lists named `name`: a list without items is left out. */
export function pagesOf(name: string) {
  const items = (body: unknown): readonly unknown[] => {
    const list =
      typeof body === 'object' && body !== null ? (body as Readonly<Record<string, unknown>>)[name] : undefined
    return list === undefined ? [] : (list as readonly unknown[])
  }
  return { items, next: cursor }
}

/** Everybody of the account, in the same words for every check, so that the list is fetched once. */
export function usersOf(ctx: VendorClient): AsyncIterable<User> {
  return ctx.paginate('/admin/directory/v1/users', {
    query: { customer: 'my_customer', maxResults: 500, projection: 'basic' },
    schema: User,
    ...pagesOf('users'),
  })
}

/** Why an account is not judged; undefined when somebody can sign in with it. */
export function exemptionOf({ suspended, archived, primaryEmail }: User) {
  if (suspended) return { title: `${primaryEmail} is suspended`, evidence: { suspended } }
  if (archived) return { title: `${primaryEmail} is archived`, evidence: { archived } }
  return undefined
}
