import { slack } from '../connector.ts'
import { TeamInfo } from '../responses.ts'
import { isGuest, peopleOf } from '../workspace.ts'

export const secondFactor = slack.check({
  id: 'second-factor',
  title: 'Everybody signs in with a second factor or single sign-on',
  description:
    'Asks for every member whether two-factor authentication is on. Where the workspace has single sign-on, members sign in there and only guests are held to a second factor of Slack itself.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  scopes: ['users:read', 'team:read'],
  tags: ['mfa', 'authentication'],
  variables: [
    {
      id: 'accept_sso',
      label: 'Single sign-on counts as second factor',
      type: 'boolean',
      default: true,
      helpText: 'Set it only where the identity provider demands a second factor itself.',
    },
  ],
  async run(ctx) {
    const { team } = await ctx.get('/team.info', { schema: TeamInfo })
    const sso = team.sso_provider
    const hasSso = sso?.type !== undefined && sso.type !== 'none'
    for await (const user of peopleOf(ctx)) {
      const { id, name, has_2fa: hasSecondFactor } = user
      const resource = { type: 'user', id, name }
      const evidence = {
        secondFactor: hasSecondFactor ?? null,
        guest: isGuest(user),
        singleSignOn: sso?.type ?? 'none',
      }
      if (hasSso && ctx.variables.accept_sso && !isGuest(user)) {
        ctx.pass({ resource, title: `${name} signs in by single sign-on`, evidence })
        continue
      }
      // Slack leaves the member out for everyone but administrators: that says nothing about the person.
      const isOn =
        hasSecondFactor ??
        ctx.cannotTell({
          kind: 'permission',
          message: 'Slack does not tell this token who has a second factor. Connect as an owner of the workspace.',
        })
      if (isOn) ctx.pass({ resource, title: `${name} has a second factor`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} has no second factor`,
          remediation: `Require two-factor authentication for the workspace under Settings & administration → Workspace settings → Authentication; ${name} is then asked to set it up.`,
          evidence,
        })
      }
    }
  },
})
