import { HttpError, type VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import {
  type BranchProtection,
  BranchRule,
  BranchRuleType,
  type Demands,
  type Repository,
  Ruleset,
} from './responses.ts'

/** The requirements of one ruleset, or one part of branch protection, for a branch, and who may bypass it. */
export interface DemandSource extends Demands {
  /** In words: `administrators`, `team release`. */
  readonly exceptions: readonly string[]
}

export const administrators = 'administrators'

/** Rules add up: if two require reviews, the stricter one applies, and every status check has to succeed. */
export function addDemands(sources: readonly Demands[]): Demands {
  return {
    approvingReviews: Math.max(0, ...sources.map(({ approvingReviews }) => approvingReviews)),
    statusChecks: [...new Set(sources.flatMap(({ statusChecks }) => statusChecks))],
  }
}

/** The requirements of the active rulesets of repository and organization, each by itself. */
export async function fetchRulesetDemands(ctx: VendorClient, repository: Repository): Promise<DemandSource[]> {
  const { fullName } = repository
  const byRuleset = new Map<string | undefined, Demands[]>()
  const rules = listRules(ctx, repository, BranchRule)
  for await (const { rulesetId, ...demands } of rules)
    if (demands.approvingReviews > 0 || demands.statusChecks.length > 0)
      byRuleset.set(rulesetId, [...(byRuleset.get(rulesetId) ?? []), demands])
  const sources = [...byRuleset].map(async ([id, demands]) => ({
    ...addDemands(demands),
    exceptions: await fetchExceptions(ctx, fullName, id),
  }))
  return Promise.all(sources)
}

/** What a rule forbids. Who may not update a branch at all does not push by force either. */
const keepingTypes = new Map<string, 'non_fast_forward' | 'deletion'>([
  ['non_fast_forward', 'non_fast_forward'],
  ['update', 'non_fast_forward'],
  ['deletion', 'deletion'],
])

/** An active rule that keeps a branch as it is, with those who may go past it. */
export interface KeepingRule {
  readonly type: 'non_fast_forward' | 'deletion'
  readonly exceptions: readonly string[]
}

/** The rules of rulesets that forbid to rewrite or to delete the default branch. */
export async function fetchKeepingRules(ctx: VendorClient, repository: Repository): Promise<KeepingRule[]> {
  const rules = await Array.fromAsync(listRules(ctx, repository, BranchRuleType))
  const keeping = rules.flatMap(({ type: word, ruleset_id: id }) => {
    const type = keepingTypes.get(word)
    return type === undefined ? [] : [{ type, id }]
  })
  return Promise.all(
    keeping.map(async ({ type, id }) => ({
      type,
      exceptions: await fetchExceptions(ctx, repository.fullName, id),
    })),
  )
}

/** The branch's own protection. A repository without commits has no branch yet. */
export async function fetchProtection<T>(
  ctx: VendorClient,
  { fullName, defaultBranch }: Repository,
  schema: z.ZodMiniType<T>,
): Promise<T | 'unprotected' | 'no branch'> {
  const path = `/repos/${fullName}/branches/${encodeURIComponent(defaultBranch)}/protection`
  try {
    // Two of GitHub's 404s are answers. Any other means that the token may not see the protection, and stays an error.
    const expect = (refusal: HttpError) => isUnprotected(refusal) || isWithoutBranch(refusal)
    return await ctx.get(path, { schema, expect })
  } catch (error) {
    if (isUnprotected(error)) return 'unprotected'
    if (isWithoutBranch(error)) return 'no branch'
    throw error
  }
}

/** Branch protection in its parts, because status checks still apply to people who may bypass the reviews. */
export function splitProtection(protection: BranchProtection): DemandSource[] {
  const { approvingReviews, statusChecks, administratorsIncluded, reviewBypassers } = protection
  const exceptions = administratorsIncluded ? [] : [administrators]
  return [
    { approvingReviews, statusChecks: [], exceptions: [...exceptions, ...reviewBypassers] },
    { approvingReviews: 0, statusChecks, exceptions },
  ]
}

function listRules<T>(
  ctx: VendorClient,
  { fullName, defaultBranch }: Repository,
  schema: z.ZodMiniType<T>,
): AsyncIterable<T> {
  const path = `/repos/${fullName}/rules/branches/${encodeURIComponent(defaultBranch)}`
  return ctx.paginate(path, { query: { per_page: 100 }, schema, next: 'link' })
}

// https://docs.github.com/rest/repos/rules#get-a-repository-ruleset: 5 is the role of administrators.
const administratorRole = '5'

/**
 * People and apps that may bypass a ruleset. GitHub shows the list only to callers who may change it. It shows every
 * caller whether they may bypass it.
 */
async function fetchExceptions(
  ctx: VendorClient,
  fullName: string,
  id: string | undefined,
): Promise<readonly string[]> {
  // Of a rule without its ruleset nobody can look up who may bypass it.
  if (id === undefined) return ['those of a ruleset that GitHub does not name']
  const { bypass_actors: actors, current_user_can_bypass: own } = await ctx.get(`/repos/${fullName}/rulesets/${id}`, {
    schema: Ruleset,
  })
  const listed = (actors ?? []).map(({ actor_type: type, actor_id: actor }) =>
    type === 'OrganizationAdmin' || (type === 'RepositoryRole' && actor === administratorRole)
      ? administrators
      : `${type} ${actor ?? ''}`.trim(),
  )
  if (listed.length > 0 || own === undefined || own === 'never') return [...new Set(listed)]
  return ['the person whose token this is']
}

const isUnprotected = (error: unknown) => isNotFound(error, 'Branch not protected')
const isWithoutBranch = (error: unknown) => isNotFound(error, 'Branch not found')

function isNotFound(error: unknown, message: string): boolean {
  return error instanceof HttpError && error.status === 404 && (error.excerpt?.includes(message) ?? false)
}
