import type { VendorClient } from 'checkwright'
import { listPages } from '../_google/list-pages.ts'
import { User } from './responses.ts'

/** How the Directory API pages the list called `name`: each page has its kind. */
export function listDirectory(name: string) {
  return listPages(name, { has: ['kind'], mayHave: ['etag'] })
}

/** All people of the account, with the same request for every check, so that the list is fetched once. */
export function listUsers(ctx: VendorClient): AsyncIterable<User> {
  return ctx.paginate('/admin/directory/v1/users', {
    query: { customer: 'my_customer', maxResults: 500, projection: 'basic' },
    schema: User,
    ...listDirectory('users'),
  })
}

/** Why an account is not judged; undefined if somebody can sign in with it. */
export function findExemption({ suspended, archived, primaryEmail }: User) {
  if (suspended) return { title: `${primaryEmail} is suspended`, evidence: { suspended } }
  if (archived) return { title: `${primaryEmail} is archived`, evidence: { archived } }
  return undefined
}
