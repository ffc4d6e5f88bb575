import { HttpError, type ReadingContext, vendorMember } from 'checkwright'
import * as z from 'zod/mini'
import { github } from '../connector.ts'

/** What an inventory reads of an item of GET /orgs/{org}/members and of GET /orgs/{org}/outside_collaborators. */
export const AccountItem = z.object({
  id: z.number(),
  login: z.string(),
  html_url: vendorMember<string>(),
  type: vendorMember<string>(),
})

type AccountItem = z.output<typeof AccountItem>

const withheld = {
  secondFactor: 'GitHub did not say who has none. It tells only owners of the organization.',
  owners: 'GitHub shows this token no owner, which every organization has.',
}

/**
 * Members and outside collaborators. GitHub says of an account neither its address nor when it was used last. An account is in
 * the list or it is not, so that all of them are active: https://docs.github.com/rest/orgs/members
 */
export const accounts = github.inventory({
  of: 'account',
  tells: ['roles', 'administrator', 'secondFactor'],
  covers: ['members', 'outside collaborators'],
  leavesOut: ['pending invitations', 'billing managers', 'rights of custom organization roles'],
  scopes: ['members:read'],
  async *list(ctx) {
    const { organization } = ctx.credentials
    const read = (list: 'members' | 'outside_collaborators', query: Readonly<Record<string, string>> = {}) =>
      readAccounts(ctx, `/orgs/${organization}/${list}`, query)
    // First the accounts, then who lacks a factor: somebody who joins in between is in neither answer or in the second only.
    const members = await read('members')
    const collaborators = await read('outside_collaborators')
    const owners = toIds(await read('members', { role: 'admin' }))
    const withoutFactor = await readWithoutFactor(() => read('members', { filter: '2fa_disabled' }))
    const guestsWithoutFactor = await readWithoutFactor(() => read('outside_collaborators', { filter: '2fa_disabled' }))
    for (const account of members) {
      const administrator = owners.size === 0 ? undefined : owners.has(account.id)
      const { unknown, ...record } = toRecord(account, withoutFactor)
      yield {
        ...record,
        unknown: { ...unknown, ...(owners.size === 0 && { administrator: withheld.owners, roles: withheld.owners }) },
        kind: account.type === 'User' ? 'person' : account.type === 'Bot' ? 'service' : 'unknown',
        administrator,
        roles: administrator === undefined ? undefined : [administrator ? 'owner' : 'member'],
      }
    }
    const membersById = toIds(members)
    for (const account of collaborators)
      if (!membersById.has(account.id))
        yield {
          ...toRecord(account, guestsWithoutFactor),
          kind: account.type === 'Bot' ? 'service' : 'guest',
          administrator: false,
          roles: ['outside collaborator'],
        }
    // Whoever does not belong to the organization sees its public members only.
    if (owners.size === 0)
      ctx.cannotTell({ kind: 'permission', message: `${withheld.owners} Use a token that an owner made.` })
  },
})

async function readAccounts(
  ctx: Pick<ReadingContext, 'paginate'>,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<readonly AccountItem[]> {
  return Array.fromAsync(ctx.paginate(path, { query: { ...query, per_page: 100 }, schema: AccountItem, next: 'link' }))
}

/**
 * Ids of accounts without a second factor. GitHub refuses the filter to everybody but owners, and shows them fewer members too:
 * the accounts are then listed without that member, and the list counts as not complete.
 */
async function readWithoutFactor(
  read: () => Promise<readonly AccountItem[]>,
): Promise<ReadonlySet<number> | undefined> {
  try {
    return toIds(await read())
  } catch (error) {
    if (error instanceof HttpError) return undefined
    throw error
  }
}

/** Whoever the filter `2fa_disabled` leaves out has one: https://docs.github.com/rest/orgs/members#list-organization-members */
function toRecord({ id, login, html_url: url }: AccountItem, withoutFactor: ReadonlySet<number> | undefined) {
  return {
    id,
    name: login,
    url,
    status: 'active' as const,
    secondFactor: withoutFactor && !withoutFactor.has(id),
    unknown: withoutFactor ? {} : { secondFactor: withheld.secondFactor },
  }
}

function toIds(accounts: readonly AccountItem[]): ReadonlySet<number> {
  return new Set(accounts.map(({ id }) => id))
}
