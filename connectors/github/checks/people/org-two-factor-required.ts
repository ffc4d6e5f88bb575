import type { VendorClient } from 'checkwright'
import { isManaged, listAccounts } from '../../accounts.ts'
import { github } from '../../connector.ts'
import { TwoFactorRequirement } from '../../responses.ts'

export const orgTwoFactorRequired = github.check({
  id: 'org-two-factor-required',
  title: 'The organization requires two-factor authentication',
  description:
    'Checks whether the organization admits only accounts with two-factor authentication. Without this requirement, one stolen or reused password is enough to read and change its source code, and new members can join without a second factor. Where all members are enterprise managed users, the identity provider asks for it in place of GitHub, and the requirement does not apply.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-demanded'],
  scopes: ['organization_administration:read', 'members:read'],
  tags: ['mfa', 'authentication'],
  async run(ctx) {
    const { organization } = ctx.credentials
    const settings = await ctx.get(`/orgs/${organization}`, { schema: TwoFactorRequirement })
    // GitHub leaves the setting out, or sends null, for everyone except owners, so its absence proves nothing.
    const twoFactorRequired =
      settings.two_factor_requirement_enabled ??
      ctx.cannotTell({
        kind: 'permission',
        message: `GitHub does not show this token whether ${organization} requires two-factor authentication. Use a token of an owner of the organization.`,
      })

    const resource = { type: 'organization', id: organization }
    const evidence = { twoFactorRequired }
    if (twoFactorRequired) ctx.pass({ resource, title: 'Two-factor authentication is required', evidence })
    else if (await areAllManaged(ctx, organization)) {
      ctx.notApplicable({
        resource,
        title: 'All members are enterprise managed users, whom the identity provider asks',
        evidence,
      })
    } else {
      ctx.fail({
        resource,
        title: 'Two-factor authentication is not required',
        remediation: `Open https://github.com/organizations/${organization}/settings/security. Choose "Require two-factor authentication for everyone". Members without a second factor lose access at that moment, so see to the findings of members-two-factor first.`,
        evidence,
      })
    }
  },
})

/** Whether the members that GitHub shows sign in by the identity provider of the enterprise. */
async function areAllManaged(ctx: VendorClient, organization: string): Promise<boolean> {
  const { accounts, failure } = await listAccounts(ctx, `/orgs/${organization}/members`)
  const people = [...accounts.values()].filter(({ type }) => type !== 'Bot')
  if (!people.every(isManaged)) return false
  if (failure) throw failure
  return people.length > 0
}
