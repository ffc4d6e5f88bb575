import type { CheckContext } from 'checkwright'
import { Organization } from './responses.ts'

/**
 * Says how far a check of repositories reaches. GitHub lists only those that the token may see, without a word about the
 * others, so the list is held against the organization's own counts. A short list is never a pass: a person has to look.
 */
export async function reportCoverage(ctx: CheckContext, organization: string, seen: number): Promise<void> {
  const counts = await ctx.get(`/orgs/${organization}`, { schema: Organization })
  const { publicRepositories, privateRepositories } = counts
  const total = privateRepositories === undefined ? undefined : publicRepositories + privateRepositories
  const resource = { type: 'organization', id: organization }
  const evidence = { seen, publicRepositories, privateRepositories: privateRepositories ?? 'not told' }

  if (total === 0 && seen === 0) {
    ctx.notApplicable({ resource, title: 'The organization has no repository', evidence })
  } else if (seen === 0) {
    ctx.cannotTell({
      kind: 'incomplete_data',
      message: `GitHub shows this token none of the ${total ?? 'private'} repositories of ${organization}. Give the token access to all repositories, then connect again.`,
    })
  } else if (total === undefined || seen < total) {
    ctx.manual({
      resource,
      title: `${seen} of ${total ?? 'an unknown number of'} repositories were seen`,
      description:
        'The token may not see every repository. Let an owner make it, with access to all repositories, or confirm that those not seen need not be judged.',
      evidence,
    })
  }
}
