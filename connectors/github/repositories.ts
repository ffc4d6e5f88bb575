import type { VendorClient } from 'checkwright'
import { Repository } from './responses.ts'

/**
 * The organization's repositories, each once, so that they can be compared with its own count. Every check sends the
 * same request, so that the list is fetched once.
 */
export async function* listRepositories(
  ctx: VendorClient,
  organization: string,
): AsyncGenerator<Repository, void, undefined> {
  const listed = ctx.paginate(`/orgs/${organization}/repos`, {
    query: { per_page: 100 },
    schema: Repository,
    next: 'link',
  })
  const seen = new Set<number>()
  for await (const repository of listed) {
    if (!seen.has(repository.id)) yield repository
    seen.add(repository.id)
  }
}
