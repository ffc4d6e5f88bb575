import { listAccounts, readWithoutFactor, toRecord } from '../accounts.ts'
import { github } from '../connector.ts'

/** People with access to repositories who are no members: https://docs.github.com/rest/orgs/outside-collaborators */
export const outsideCollaborators = github.inventory({
  of: 'account',
  part: 'outside-collaborators',
  tells: ['roles', 'administrator', 'secondFactor', 'singleSignOnOnly'],
  covers: ['outside collaborators'],
  leavesOut: ['pending invitations'],
  scopes: ['members:read'],
  async *list(ctx) {
    const path = `/orgs/${ctx.credentials.organization}/outside_collaborators`
    const { accounts: listed, failure } = await listAccounts(ctx, path)
    const withoutFactor = await readWithoutFactor(ctx, path)
    for (const account of new Map([...(withoutFactor?.accounts ?? []), ...listed]).values())
      yield {
        ...toRecord(account, withoutFactor),
        kind: 'guest',
        administrator: false,
        roles: ['outside collaborator'],
      }
    const first = failure ?? withoutFactor?.failure
    if (first) throw first
  },
})
