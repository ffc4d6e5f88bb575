import { CheckError, id, type ReadingContext, vendorMember } from 'checkwright'
import * as z from 'zod/mini'

/** What the inventories read of an item of GET /orgs/{org}/members and of GET /orgs/{org}/outside_collaborators. */
export const AccountItem = z.object({
  id: id(),
  login: z.string(),
  html_url: vendorMember<string>(),
  type: vendorMember<string>(),
})

type AccountItem = z.output<typeof AccountItem>

/** Accounts of the organization by id. */
export type Accounts = ReadonlyMap<string, AccountItem>

type Context = Pick<ReadingContext, 'fetch' | 'paginate'>

/**
 * Whether an account is an enterprise managed user, who signs in by the identity provider of the enterprise alone. Only their names
 * have an underscore, before the short code of the enterprise. Its setup user has one too, and a password at GitHub.
 * https://docs.github.com/enterprise-cloud@latest/admin/managing-iam/iam-configuration-reference/username-considerations-for-external-authentication
 */
export function isManaged({ login }: Pick<AccountItem, 'login'>): boolean {
  return login.includes('_') && !login.endsWith('_admin')
}

const identityProvider =
  'An enterprise managed user. The identity provider holds the second factor, and GitHub does not tell of it.'
const ownersOnly = 'GitHub did not say who has no second factor. It tells only owners of the organization.'

/** Accounts that can be read, and what to throw once they are judged, where others cannot. */
export interface ListedAccounts {
  readonly accounts: Accounts
  readonly failure?: CheckError
}

/** A list of accounts, each once. @param path `/orgs/acme/members` */
export async function listAccounts(
  ctx: Context,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<ListedAccounts> {
  const accounts = new Map<string, AccountItem>()
  try {
    for await (const account of ctx.paginate(path, {
      query: { ...query, per_page: 100 },
      schema: AccountItem,
      next: 'link',
    }))
      accounts.set(account.id, account)
  } catch (error) {
    if (error instanceof CheckError && error.code === 'CHECK_UNDECIDED') return { accounts, failure: error }
    throw error
  }
  return { accounts }
}

// GitHub's words for people who are no owners, and for apps.
const refusal = /only owners can use this filter|resource not accessible by/i

/**
 * Accounts without a second factor; undefined where GitHub does not say. A first request asks whether GitHub allows the filter to
 * this caller. Its own refusal is an answer about this member, so that the list of accounts stays whole.
 * https://docs.github.com/rest/orgs/members#list-organization-members
 */
export async function readWithoutFactor(ctx: Context, path: string): Promise<ListedAccounts | undefined> {
  const { ok } = await ctx.fetch(`${path}?filter=2fa_disabled&per_page=1`, {
    expect: ({ excerpt = '' }) => refusal.test(excerpt),
  })
  return ok ? listAccounts(ctx, path, { filter: '2fa_disabled' }) : undefined
}

/** What the records of both lists have in common. Whoever the filter leaves out has a second factor. */
export function toRecord(account: AccountItem, withoutFactor: ListedAccounts | undefined) {
  const { id, login, html_url: url } = account
  const managed = isManaged(account)
  return {
    id,
    name: login,
    url,
    // An account is in the list or it is not: https://docs.github.com/rest/orgs/members
    status: 'active' as const,
    secondFactor: managed || !withoutFactor ? undefined : hasFactor(id, withoutFactor),
    singleSignOnOnly: managed,
    unknown: managed ? { secondFactor: identityProvider } : withoutFactor ? {} : { secondFactor: ownersOnly },
  }
}

/** Whoever is not among those without a factor has one, if all of them can be read. */
function hasFactor(id: string, { accounts, failure }: ListedAccounts): boolean | undefined {
  if (accounts.has(id)) return false
  return failure ? undefined : true
}
