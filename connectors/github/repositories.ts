import type { VendorClient } from 'checkwright'
import { Repository } from './responses.ts'

/** The organization's repositories, in the same words for every check, so that the list is fetched once. */
export function listRepositories(ctx: VendorClient, organization: string): AsyncIterable<Repository> {
  return ctx.paginate(`/orgs/${organization}/repos`, { query: { per_page: 100 }, schema: Repository, next: 'link' })
}
