import { id, type ReadingContext, vendorMember } from 'checkwright'
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

const ownersOnly = 'GitHub did not say who has no second factor. It tells only owners of the organization.'

/** A list of accounts, each once. @param path `/orgs/acme/members` */
export async function readAccounts(
  ctx: Context,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Accounts> {
  const accounts = new Map<string, AccountItem>()
  for await (const account of ctx.paginate(path, {
    query: { ...query, per_page: 100 },
    schema: AccountItem,
    next: 'link',
  }))
    accounts.set(account.id, account)
  return accounts
}

// GitHub's words for people who are no owners, and for apps.
const refusal = /only owners can use this filter|resource not accessible by/i

/**
 * Accounts without a second factor; undefined where GitHub does not say. A first request asks whether GitHub allows the filter to
 * this caller. Its own refusal is an answer about this member, so that the list of accounts stays whole.
 * https://docs.github.com/rest/orgs/members#list-organization-members
 */
export async function readWithoutFactor(ctx: Context, path: string): Promise<Accounts | undefined> {
  const { ok } = await ctx.fetch(`${path}?filter=2fa_disabled&per_page=100`, {
    expect: ({ excerpt = '' }) => refusal.test(excerpt),
  })
  return ok ? readAccounts(ctx, path, { filter: '2fa_disabled' }) : undefined
}

/** What the records of both lists have in common. Whoever the filter leaves out has a second factor. */
export function toRecord({ id, login, html_url: url }: AccountItem, withoutFactor: Accounts | undefined) {
  return {
    id,
    name: login,
    url,
    // An account is in the list or it is not: https://docs.github.com/rest/orgs/members
    status: 'active' as const,
    secondFactor: withoutFactor && !withoutFactor.has(id),
    unknown: withoutFactor ? {} : { secondFactor: ownersOnly },
  }
}
