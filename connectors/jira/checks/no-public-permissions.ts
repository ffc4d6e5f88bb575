import { jira } from '../connector.ts'
import { PermissionSchemes } from '../responses.ts'

export const noPublicPermissions = jira.check({
  id: 'no-public-permissions',
  title: 'No permission scheme grants anything to the public',
  description:
    'Checks for every permission scheme whether it grants a permission to "anyone", which means the internet. Search engines find projects with such a scheme. Not judged: team-managed projects, which have no scheme, and whether a project uses the scheme.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'soc2:CC6.3', 'iso27001:A.5.15', 'iso27001:A.8.3'],
  states: ['content-not-public'],
  scopes: ['read:jira-work'],
  tags: ['exposure', 'permissions'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const { permissionSchemes } = await ctx.get('/rest/api/3/permissionscheme', {
      query: { expand: 'permissions' },
      schema: PermissionSchemes,
    })
    for (const scheme of permissionSchemes) {
      if (!scheme.record) {
        ctx.undecided({
          resource: { type: 'permission-scheme', id: scheme.id ?? 'unknown' },
          because: `The permission scheme of Jira's answer does not have the expected shape (${scheme.unreadable}).`,
          kind: 'schema_drift',
        })
        continue
      }
      const { id, name, permissions } = scheme.record
      const toAnyone = permissions.filter(({ holder }) => holder.type === 'anyone').map(({ permission }) => permission)
      const resource = { type: 'permission-scheme', id, name }
      const evidence = { toAnyone: [...new Set(toAnyone)].sort() }
      if (toAnyone.length === 0) ctx.pass({ resource, title: `${name} grants nothing to the public`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} grants ${evidence.toAnyone.join(', ')} to anyone`,
          remediation: `Open Settings → Issues → Permission schemes → ${name}. Remove "Public" from ${evidence.toAnyone.join(', ')}, and grant it to a group or project role.`,
          evidence,
        })
      }
    }
  },
})
