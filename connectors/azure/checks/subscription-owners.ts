import { boundControls } from 'checkwright'
import { azure } from '../connector.ts'
import { pages } from '../lists.ts'
import { RoleAssignment } from '../responses.ts'

// The same in every tenant: https://learn.microsoft.com/azure/role-based-access-control/built-in-roles
const ownerRole = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'

export const subscriptionOwners = azure.check({
  id: 'subscription-owners',
  title: 'The subscription has few owners, and more than one',
  description:
    'Counts who holds the role Owner on the subscription, directly or from a management group above it. An owner can do everything and give it to others; with a single one the subscription depends on one person. Those who may activate the role by Privileged Identity Management are not counted.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_owners: { max: 5 },
    min_owners: { min: 1 },
  }),
  scopes: ['Microsoft.Authorization/roleAssignments/read'],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_owners', label: 'Most owners', type: 'number', default: 3, min: 1 },
    { id: 'min_owners', label: 'Fewest owners', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { max_owners: most, min_owners: fewest } = ctx.variables
    // atScope() leaves out what is assigned on groups and resources below, and keeps what comes from above.
    const assignments = ctx.paginate('/providers/Microsoft.Authorization/roleAssignments', {
      query: { 'api-version': '2022-04-01', $filter: 'atScope()' },
      schema: RoleAssignment,
      ...pages,
    })
    const owners = new Map<string, string>()
    for await (const { roleDefinitionId, principalId, principalType } of assignments) {
      if (roleDefinitionId.toLowerCase().endsWith(`/${ownerRole}`)) owners.set(principalId, principalType ?? 'Unknown')
    }
    const groups = [...owners.values()].filter((type) => /group/i.test(type)).length
    const count = owners.size
    const resource = { type: 'subscription', id: ctx.credentials.subscription_id }
    const evidence = { owners: [...owners].map(([principalId, principalType]) => ({ principalId, principalType })) }
    if (count > most) {
      ctx.fail({
        resource,
        title: `Owners: ${count}; ${fewest} to ${most} are allowed`,
        remediation:
          'In the Azure portal under Subscriptions → the subscription → Access control (IAM) → Role assignments take the role Owner from those who can work with Contributor or less, or make them eligible by Privileged Identity Management.',
        evidence,
      })
    } else if (groups > 0) {
      // Resource Manager does not know the members of a group.
      ctx.manual({
        resource,
        title: `Owners: ${count}, of which groups: ${groups}`,
        description: `Show in Microsoft Entra ID that the groups have so few members that there are ${fewest} to ${most} owners altogether.`,
        evidence,
      })
    } else if (count < fewest) {
      ctx.fail({
        resource,
        title: `Owners: ${count}; ${fewest} to ${most} are allowed`,
        remediation:
          'In the Azure portal under Subscriptions → the subscription → Access control (IAM) give the role Owner to a second account, kept for the day on which the first cannot sign in.',
        evidence,
      })
    } else ctx.pass({ resource, title: `Owners: ${count}`, evidence })
  },
})
