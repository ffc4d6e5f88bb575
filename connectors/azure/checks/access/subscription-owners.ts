import { boundControls } from 'checkwright'
import { azure } from '../../connector.ts'
import { toSubscriptionResource } from '../../lists.ts'
import { fetchRoleHolders } from '../../role-holders.ts'

// The same in every tenant: https://learn.microsoft.com/azure/role-based-access-control/built-in-roles
const ownerRole = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'

export const subscriptionOwners = azure.check({
  id: 'subscription-owners',
  title: 'The subscription has few owners, and more than one',
  description:
    'Counts the holders of the role Owner on the subscription, directly or from a management group above it, and those who may activate it by Privileged Identity Management. Each counts once, and applications count like people. What a group adds is left to a person. An owner can do everything and pass it on. With a single owner, the subscription depends on one person. Not judged: other roles that may assign roles, and classic administrators.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_owners: { max: 5 },
    min_owners: { min: 1 },
  }),
  states: [{ 'few-administrators': { most: 'max_owners', fewest: 'min_owners' } }],
  scopes: [
    'Microsoft.Authorization/roleAssignments/read',
    'Microsoft.Authorization/roleEligibilityScheduleInstances/read',
  ],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_owners', label: 'Most owners', type: 'number', default: 3, min: 1 },
    { id: 'min_owners', label: 'Fewest owners', type: 'number', default: 2, min: 1 },
  ],
  async run(ctx) {
    const { max_owners: most, min_owners: fewest } = ctx.variables
    const { holders, groups, surely, unreadable } = await fetchRoleHolders(ctx, ({ roleDefinitionId }) =>
      roleDefinitionId.toLowerCase().endsWith(`/${ownerRole}`),
    )
    const count = holders.length
    const resource = toSubscriptionResource(ctx)
    const evidence = { owners: holders }
    if (surely > most) {
      ctx.fail({
        resource,
        title: `Owners: ${surely}; ${fewest} to ${most} are allowed`,
        remediation:
          'Open Subscriptions → the subscription → Access control (IAM) → Role assignments in the Azure portal. Take the role Owner from those who can work with Contributor or less, and from those who are eligible for it by Privileged Identity Management and do not need it.',
        evidence,
      })
    } else if (unreadable !== undefined) {
      const because = `An assignment that cannot be read may be one more: ${unreadable}.`
      ctx.undecided({ resource, because, kind: 'schema_drift' })
    } else if (groups > 0) {
      // Resource Manager does not have the members of a group.
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
          'Open Subscriptions → the subscription → Access control (IAM) in the Azure portal. Give the role Owner to a second account, kept for the day on which the first cannot sign in.',
        evidence,
      })
    } else ctx.pass({ resource, title: `Owners: ${count}`, evidence })
  },
})
