import type { CheckContext } from 'checkwright'
import { fetchCoverage, isWhole } from './coverage.ts'
import { listRepositories } from './repositories.ts'
import type { Repository } from './responses.ts'

/** The texts of a check of alerts about repositories that can have some. */
export interface Watching {
  readonly isWatched: (repository: Repository) => boolean | Promise<boolean>
  /** For repositories without important alerts, if every repository is watched. */
  readonly title: string
  /** Important alerts were found. */
  readonly hasFindings: boolean
  readonly evidence: Readonly<Record<string, unknown>>
  /** The next step if some are not watched, or may not be. */
  readonly description: string
}

/**
 * Reports the meaning of "no alerts": all is well, if every repository is watched. A repository that is not watched has
 * none either. Archived ones are left out, because they are no longer watched.
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
