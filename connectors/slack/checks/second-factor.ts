import { parseWord } from 'checkwright'
import { slack } from '../connector.ts'
import { TeamInfo } from '../responses.ts'
import { listPeople, type Person } from '../workspace.ts'

export const secondFactor = slack.check({
  id: 'second-factor',
  title: 'Everybody signs in with a second factor or single sign-on',
  description:
    'Checks for every member whether two-factor authentication is on. If the workspace has single sign-on, only guests need a second factor of Slack itself. For members, a person has to confirm with sso_demands_second_factor that all of them sign in there with a second factor. The same holds for the members of an Enterprise organization, whose single sign-on Slack does not show to a workspace. Not judged: the requirements of the identity provider, passwords that owners may still use beside it, the kind of the second factor, people who have not joined yet, and people of other organizations in shared channels.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.5', 'hipaa:164.312(d)', 'gdpr:32'],
  states: ['second-factor-used'],
  scopes: ['users:read', 'team:read'],
  tags: ['mfa', 'authentication'],
  variables: [
    {
      id: 'accept_sso',
      label: 'Single sign-on counts as second factor',
      type: 'boolean',
      default: true,
      helpText: 'If off, members need a second factor of Slack, even if the identity provider requires one too.',
    },
    {
      id: 'sso_demands_second_factor',
      label: 'Single sign-on is required of all members and demands a second factor',
      type: 'boolean',
      default: false,
      helpText:
        'Slack does not show this. Turn it on when you have checked both, in Slack and at the identity provider.',
    },
  ],
  async run(ctx) {
    const { accept_sso: acceptSso, sso_demands_second_factor: isConfirmed } = ctx.variables
    const { team } = await ctx.get('/team.info', { schema: TeamInfo })
    const sso = team.sso_provider
    const isOfOrganization = team.enterprise_id != null
    const isOfOthers = ({ workspace, organization }: Person) =>
      workspace !== undefined && workspace !== team.id && (!isOfOrganization || organization !== team.enterprise_id)
    await ctx.each(
      listPeople(ctx),
      async (person) => {
        const { id, name, guestOf, hasSecondFactor, isInvited } = person
        const resource = { type: 'user', id, name }
        const evidence = {
          secondFactor: hasSecondFactor ?? null,
          guest: guestOf !== undefined,
          singleSignOn: sso?.type ?? 'none',
        }
        if (isOfOthers(person)) {
          ctx.notApplicable({ resource, title: `${name} shares a channel from another organization`, evidence })
          return
        }
        if (isInvited) {
          ctx.notApplicable({ resource, title: `${name} was invited and has not joined yet`, evidence })
          return
        }
        // A person with a factor of Slack's own passes whatever single sign-on does.
        const needsSso = acceptSso && guestOf === undefined && hasSecondFactor !== true
        const isSaml =
          needsSso && sso !== undefined && parseWord(ctx, sso.type, ['none', 'saml'], 'sso_provider.type') === 'saml'
        // An Enterprise organization signs all its workspaces in: https://slack.com/help/articles/203772216
        if (needsSso && (isSaml || isOfOrganization)) {
          if (isConfirmed) ctx.pass({ resource, title: `${name} signs in by single sign-on`, evidence })
          else {
            ctx.manual({
              resource,
              title: `${name} may sign in by single sign-on`,
              description:
                'Open Settings & administration → Workspace settings → Authentication, and find out whether single sign-on is required of all members. Find out at the identity provider whether it demands a second factor. If both are so, set sso_demands_second_factor.',
              evidence,
            })
          }
          return
        }
        // Slack leaves the member out for everyone except administrators, so its absence proves nothing about the person.
        const isOn =
          hasSecondFactor ??
          ctx.cannotTell({
            kind: 'permission',
            message: 'Slack does not show this token who has a second factor. Connect as an owner of the workspace.',
          })
        if (isOn) ctx.pass({ resource, title: `${name} has a second factor`, evidence })
        else {
          ctx.fail({
            resource,
            title: `${name} has no second factor`,
            remediation: `Require two-factor authentication for the workspace under Settings & administration → Workspace settings → Authentication. Slack then asks ${name} to set it up.`,
            evidence,
          })
        }
      },
      { resource: ({ id, name }) => ({ type: 'user', id, name }) },
    )
  },
})
