import { boundControls } from 'checkwright'
import { fetchActiveRoles, fetchAdministrators } from '../administrators.ts'
import { okta } from '../connector.ts'
import { User } from '../responses.ts'

export const superAdmins = okta.check({
  id: 'super-admins',
  title: 'There are few super administrators, and more than one',
  description:
    'Counts the users with the role Super Administrator, directly or through a group. Each of them can read and change everything; with a single one, the organization depends on one person and one device. Not judged: applications with the role.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_super_admins: { max: 5 },
    min_super_admins: { min: 1 },
  }),
  scopes: ['okta.roles.read', 'okta.users.read'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_super_admins', label: 'Most super administrators', type: 'number', default: 5, min: 1 },
    { id: 'min_super_admins', label: 'Fewest super administrators', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { max_super_admins: most, min_super_admins: fewest } = ctx.variables
    const found: string[] = []
    await ctx.each(await fetchAdministrators(ctx), async (id) => {
      const roles = await fetchActiveRoles(ctx, id)
      if (!roles.some(({ type }) => type === 'SUPER_ADMIN')) return
      const { login } = await ctx.get(`/api/v1/users/${encodeURIComponent(id)}`, { schema: User })
      found.push(login)
    })

    const resource = { type: 'organization', id: ctx.credentials.domain }
    const evidence = { superAdministrators: found.sort() }
    if (found.length >= fewest && found.length <= most)
      ctx.pass({ resource, title: `Super administrators: ${found.length}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Super administrators: ${found.length}; ${fewest} to ${most} are allowed`,
        remediation:
          found.length > most
            ? 'In the Admin Console under Security → Administrators take the role Super Administrator from those who can do their work with a narrower one.'
            : 'In the Admin Console under Security → Administrators give the role Super Administrator to a second person, for the day on which the first cannot sign in.',
        evidence,
      })
    }
  },
})
