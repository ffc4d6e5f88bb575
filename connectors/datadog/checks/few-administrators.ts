import { boundControls } from 'checkwright'
import { datadog } from '../connector.ts'
import { pageSize, pages } from '../pages.ts'
import { Role, RoleHolder } from '../responses.ts'

export const fewAdministrators = datadog.check({
  id: 'few-administrators',
  title: 'There are few administrators, and more than one',
  description:
    'Counts the enabled users with the role of administrators, service accounts too. Only people who have joined count as replacements for each other. Each of them can read all logs and change the rights of others; with a single one, the organization depends on one person. Not judged: other roles with the same permissions.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_administrators: { max: 5 },
    min_administrators: { min: 1 },
  }),
  states: [{ 'few-administrators': { most: 'max_administrators', fewest: 'min_administrators' } }],
  scopes: ['user_access_read'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'admin_role', label: 'Role of administrators', type: 'text', default: 'Datadog Admin Role' },
    { id: 'max_administrators', label: 'Most administrators', type: 'number', default: 5, min: 1 },
    { id: 'min_administrators', label: 'Fewest administrators', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { admin_role: name, max_administrators: most, min_administrators: fewest } = ctx.variables
    const roles = await Array.fromAsync(ctx.paginate('/api/v2/roles', { query: pageSize, schema: Role, ...pages }))
    const role =
      roles.find(({ attributes }) => attributes.name === name) ??
      ctx.cannotTell({
        kind: 'config',
        message: `There is no role "${name}". Set the variable admin_role to a role that exists.`,
      })
    const path = `/api/v2/roles/${encodeURIComponent(role.id)}/users`
    const holders = await Array.fromAsync(ctx.paginate(path, { query: pageSize, schema: RoleHolder, ...pages }))
    const enabled = holders.filter(({ attributes }) => !attributes.disabled)
    const people = enabled.filter(({ attributes }) => !attributes.service_account && attributes.status === 'Active')
    const count = enabled.length > most ? enabled.length : people.length
    const resource = { type: 'role', id: role.id, name }
    const evidence = {
      administrators: enabled.map(({ attributes }) => attributes.handle).sort(),
      people: people.length,
    }
    if (people.length >= fewest && enabled.length <= most)
      ctx.pass({ resource, title: `Administrators: ${count}`, evidence })
    else {
      ctx.fail({
        resource,
        title: `Administrators: ${count}; ${fewest} to ${most} are allowed`,
        remediation:
          enabled.length > most
            ? `Open Organization Settings → Users. Take the role "${name}" from those who can do their work with a narrower one.`
            : `Open Organization Settings → Users. Give the role "${name}" to a second person, for the day on which the first cannot sign in.`,
        evidence,
      })
    }
  },
})
