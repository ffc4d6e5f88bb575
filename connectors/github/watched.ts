import type { CheckContext } from 'checkwright'
import { fetchCoverage, isWhole } from './coverage.ts'
import { listRepositories } from './repositories.ts'
import type { Repository } from './responses.ts'

/** What a check of alerts says of the repositories that can have some. */
export interface Watching {
  readonly isWatched: (repository: Repository) => boolean | Promise<boolean>
  /** Of whoever has no alert that matters, where every repository is watched. */
  readonly title: string
  /** Alerts that matter were found. */
  readonly hasFindings: boolean
  readonly evidence: Readonly<Record<string, unknown>>
  /** What to look at where some are not, or may not be. */
  readonly description: string
}

/**
 * Says what it means that there are no alerts: that nothing is wrong, if every repository is watched. A repository that
 * nobody watches has none either. Archived ones are left out, because they are watched no more.
 */
export async function reportWatching(ctx: CheckContext, organization: string, watching: Watching): Promise<void> {
  const { isWatched, title, hasFindings, description } = watching
  const unwatched: string[] = []
  let seen = 0
  await ctx.each(listRepositories(ctx, organization), async (repository) => {
    seen++
    if (repository.archived || repository.disabled) return
    if (!(await isWatched(repository))) unwatched.push(repository.fullName)
  })
  const coverage = await fetchCoverage(ctx, organization, seen)
  const resource = { type: 'organization', id: organization }
  const evidence = { ...watching.evidence, ...coverage.evidence, unwatched: unwatched.sort().slice(0, 100) }
  if (unwatched.length > 0 || !isWhole(coverage)) {
    const counts = [
      ...(unwatched.length > 0 ? [`${unwatched.length} of ${seen} repositories may not be watched`] : []),
      ...(isWhole(coverage) ? [] : [`${seen} of ${coverage.total ?? 'an unknown number'} were seen`]),
    ]
    ctx.manual({ resource, title: counts.join(', and '), description, evidence })
  } else if (!hasFindings) ctx.pass({ resource, title, evidence })
}
