import { vendorMember } from 'checkwright'
import * as z from 'zod/mini'
import { jira } from '../connector.ts'

/** What an inventory reads of an item of GET /rest/api/3/users/search. */
export const AccountItem = z.object({
  accountId: z.string(),
  accountType: vendorMember<string>(),
  displayName: vendorMember<string>(),
  active: vendorMember<boolean>(),
  emailAddress: vendorMember<string>(),
})

// https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-users/#api-rest-api-3-users-search-get
const kinds: Readonly<Record<string, 'person' | 'guest' | 'service'>> = {
  atlassian: 'person',
  customer: 'guest',
  app: 'service',
}

/**
 * All accounts that the site knows. Null as an address means that the person's privacy setting hides it, and not that there is
 * none (`User.emailAddress` in Atlassian's description of the API). Jira does not say why an account is inactive, so that a deleted
 * one is suspended here. Who administers the site follows from global permissions, which Jira's API does not list.
 */
export const accounts = jira.inventory({
  of: 'account',
  tells: ['email'],
  covers: ['users', 'apps', 'customers of service desks', 'deactivated accounts'],
  leavesOut: ['people who use other products of the Atlassian organization only'],
  scopes: ['read:jira-user'],
  async *list(ctx) {
    const users = ctx.paginate('/rest/api/3/users/search', {
      query: { maxResults: 200 },
      schema: AccountItem,
      next: { offset: 'startAt', limit: 'maxResults' },
    })
    for await (const { accountId, accountType, displayName, active, emailAddress } of users)
      yield {
        id: accountId,
        name: displayName,
        kind: kinds[accountType ?? ''] ?? 'unknown',
        status: active === true ? 'active' : active === false ? 'suspended' : 'unknown',
        email: emailAddress,
        unknown: { email: 'The person hides the address in the profile.' },
      }
  },
})
