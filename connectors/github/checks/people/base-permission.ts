import { boundControls, parseWord } from 'checkwright'
import { github } from '../../connector.ts'
import { Organization } from '../../responses.ts'

export const basePermission = github.check({
  id: 'base-permission',
  title: 'Membership alone gives nobody the right to write or to publish',
  description:
    'Checks what every member may do in every repository, and whether members may create public repositories. With the base permission "write", one stolen account can change all of the source code. Not judged: rights that teams and single repositories add.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.4'], {
    allow_public_repositories: { oneOf: [false] },
  }),
  states: ['default-rights-small'],
  scopes: ['organization_administration:read'],
  tags: ['least-privilege', 'source-code'],
  variables: [
    {
      id: 'allow_public_repositories',
      label: 'Members may create public repositories',
      type: 'boolean',
      default: false,
    },
  ],
  async run(ctx) {
    const { organization } = ctx.credentials
    const settings = await ctx.get(`/orgs/${organization}`, { schema: Organization })
    const hidden = (what: string) =>
      ctx.cannotTell({
        kind: 'permission',
        message: `GitHub does not show this token ${what} of ${organization}. Use a token of an owner of the organization.`,
      })
    const told = settings.basePermission ?? hidden('the base permission')
    const permission = parseWord(ctx, told, ['none', 'read', 'write', 'admin'], 'default_repository_permission')
    const allowed = ctx.variables.allow_public_repositories
    const publishes =
      settings.membersCreatePublicRepositories ?? (allowed ? 'not told' : hidden('who may create public repositories'))
    const gaps = [
      ...(['read', 'none'].includes(permission) ? [] : [`gives every member the permission "${permission}"`]),
      ...(publishes === true && !allowed ? ['lets every member create public repositories'] : []),
    ]
    const resource = { type: 'organization', id: organization }
    const evidence = { basePermission: permission, membersCreatePublicRepositories: publishes }
    if (gaps.length === 0) ctx.pass({ resource, title: `The base permission is "${permission}"`, evidence })
    else {
      ctx.fail({
        resource,
        title: `The organization ${gaps.join(' and ')}`,
        remediation: `Open https://github.com/organizations/${organization}/settings/member_privileges. Set the base permission to Read or No permission, and clear "Public" under repository creation. Give write access to teams.`,
        evidence,
      })
    }
  },
})
