import { boundControls } from 'checkwright'
import { entra } from '../connector.ts'
import { reportTenant } from '../report-tenant.ts'
import { GuestPolicy } from '../settings.ts'

/** The same in every tenant: https://learn.microsoft.com/graph/api/resources/authorizationpolicy */
const roles: ReadonlyMap<string, 'like members' | 'limited' | 'restricted'> = new Map([
  ['a0b1b346-4d3e-4e8b-98f8-753987be4970', 'like members'],
  ['10dae51f-b6af-4016-8d66-8c2a99b929b3', 'limited'],
  ['2af84b1e-32c8-42b7-82bc-daa82404023b', 'restricted'],
])

export const guestAccessRestricted = entra.check({
  id: 'guest-access-restricted',
  title: 'Guests see little of the directory',
  description:
    'Checks which role guests have in the directory. With the same role as members, a guest can list all people, groups and applications of your company. Not judged: roles that a guest was given besides.',
  severity: 'medium',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.5.15', 'hipaa:164.308(a)(4)'], {
    guest_access: { oneOf: ['limited', 'restricted'] },
  }),
  states: ['default-rights-small'],
  scopes: ['Policy.Read.All'],
  tags: ['guests', 'least-privilege'],
  variables: [
    {
      id: 'guest_access',
      label: 'What guests may see at most',
      type: 'select',
      options: [
        { value: 'limited', label: 'Properties and memberships of what they know' },
        { value: 'restricted', label: 'Their own properties and memberships' },
      ],
      default: 'limited',
    },
  ],
  async run(ctx) {
    const { guestUserRoleId } = await ctx.get('/policies/authorizationPolicy', { schema: GuestPolicy })
    const access =
      roles.get(guestUserRoleId.toLowerCase()) ??
      ctx.cannotTell({ kind: 'schema_drift', message: `The role of guests is unknown: ${guestUserRoleId}` })
    reportTenant(ctx, {
      evidence: { guestUserRoleId, access },
      holds: access === 'restricted' || (access === 'limited' && ctx.variables.guest_access === 'limited'),
      good: `Access of guests: ${access}`,
      bad: `Access of guests: ${access}; ${ctx.variables.guest_access} demanded`,
      remediation:
        'Open External Identities → External collaboration settings in the Entra admin center. Choose limited access for guests, or restricted access to their own properties and memberships.',
    })
  },
})
