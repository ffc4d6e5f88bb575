import { listAccounts, readWithoutFactor, toRecord } from '../accounts.ts'
import { github } from '../connector.ts'

const kinds: ReadonlyMap<unknown, 'person' | 'service'> = new Map([
  ['User', 'person'],
  ['Bot', 'service'],
])

const noOwner = 'GitHub shows this token no owner, which every organization has.'

/** GitHub says of a member neither the address nor the last activity: https://docs.github.com/rest/orgs/members */
export const members = github.inventory({
  of: 'account',
  part: 'members',
  tells: ['roles', 'administrator', 'secondFactor', 'singleSignOnOnly'],
  covers: ['members'],
  leavesOut: ['pending invitations', 'billing managers', 'rights of custom organization roles'],
  scopes: ['members:read'],
  async *list(ctx) {
    const path = `/orgs/${ctx.credentials.organization}/members`
    // First the accounts, then who lacks a factor: somebody who joins in between is in the second answer only.
    const { accounts: listed, failure } = await listAccounts(ctx, path)
    const { accounts: owners, failure: ownersFailure } = await listAccounts(ctx, path, { role: 'admin' })
    const withoutFactor = await readWithoutFactor(ctx, path)
    for (const account of new Map([...(withoutFactor?.accounts ?? []), ...owners, ...listed]).values()) {
      const { unknown, ...record } = toRecord(account, withoutFactor)
      const isTold = owners.size > 0 && (!ownersFailure || owners.has(account.id))
      const administrator = isTold ? owners.has(account.id) : undefined
      yield {
        ...record,
        kind: kinds.get(account.type) ?? 'unknown',
        administrator,
        roles: administrator === undefined ? undefined : [administrator ? 'owner' : 'member'],
        unknown: {
          ...unknown,
          administrator: owners.size === 0 ? noOwner : undefined,
          roles: owners.size === 0 ? noOwner : undefined,
        },
      }
    }
    const first = failure ?? ownersFailure ?? withoutFactor?.failure
    if (first) throw first
    // Whoever does not belong to the organization sees its public members only.
    if (owners.size === 0) ctx.cannotTell({ kind: 'permission', message: `${noOwner} Use a token that an owner made.` })
  },
})
