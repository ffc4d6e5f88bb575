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
    resource: { type: 'repository', id: 'id', name: 'full_name' },
    next: 'link',
  })
  const seen = new Set<string>()
  for await (const repository of listed) {
    if (!seen.has(repository.id)) yield repository
    seen.add(repository.id)
  }
}

/** Why the branches of a repository are not judged; undefined if they are. */
export function findExemption({ archived, disabled, fork }: Repository, includeForks: boolean) {
  if (archived) return { title: 'Archived: nobody can change it', evidence: { archived } }
  if (disabled) return { title: 'Disabled by GitHub: nobody can change it', evidence: { disabled } }
  if (fork && !includeForks) return { title: 'A fork: judged where include_forks is set', evidence: { fork } }
  return undefined
}
