import type { CheckContext } from 'checkwright'
import { Organization } from './responses.ts'

/** How many of the organization's repositories were seen, as evidence of a result. */
export interface Coverage {
  readonly seen: number
  /** Undefined if GitHub does not show how many there are. */
  readonly total: number | undefined
  readonly evidence: Readonly<Record<string, unknown>>
}

/**
 * Compares the repositories that were seen with the organization's own counts, because GitHub silently lists only those
 * that the token may see. If it saw none although there may be some, the check ends as error.
 */
export async function fetchCoverage(ctx: CheckContext, organization: string, seen: number): Promise<Coverage> {
  const counts = await ctx.get(`/orgs/${organization}`, { schema: Organization })
  const { publicRepositories, privateRepositories } = counts
  const total = privateRepositories === undefined ? undefined : publicRepositories + privateRepositories
  if (seen === 0 && total !== 0) {
    ctx.cannotTell({
      kind: 'incomplete_data',
      message: `The token cannot see any of the ${total ?? 'private'} repositories of ${organization}. Give it access to all repositories, then reconnect.`,
    })
  }
  return {
    seen,
    total,
    evidence: { seen, publicRepositories, privateRepositories: privateRepositories ?? 'not told' },
  }
}

/** Whether every repository was seen. */
export function isWhole({ seen, total }: Coverage): boolean {
  return total !== undefined && seen >= total
}

/** Reports the coverage of a check of repositories. An incomplete list does not pass: a person has to look. */
export async function reportCoverage(ctx: CheckContext, organization: string, seen: number): Promise<void> {
  const coverage = await fetchCoverage(ctx, organization, seen)
  const { total, evidence } = coverage
  const resource = { type: 'organization', id: organization }
  if (total === 0 && seen === 0) {
    ctx.notApplicable({ resource, title: 'The organization has no repository', evidence })
  } else if (!isWhole(coverage)) {
    ctx.manual({
      resource,
      title: `${seen} of ${total ?? 'an unknown number of'} repositories were seen`,
      description:
        'The token may not see every repository. Let an owner make it, with access to all repositories, or confirm that those not seen need not be judged.',
      evidence,
    })
  }
}
