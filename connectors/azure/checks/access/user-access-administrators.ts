import { boundControls } from 'checkwright'
import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { toSubscriptionResource } from '../../lists.ts'
import type { RoleAssignment } from '../../responses.ts'
import { fetchRoleHolders } from '../../role-holders.ts'

// The same in every tenant: https://learn.microsoft.com/azure/role-based-access-control/built-in-roles
const accessRole = '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9'
const accessControlRole = 'f58310d9-a9f6-439a-9e8d-f62e7b41a168'

export const userAccessAdministrators = azure.check({
  id: 'user-access-administrators',
  title: 'Hardly anybody may give roles without being an owner',
  description:
    'Counts the holders of the roles User Access Administrator and Role Based Access Control Administrator on the subscription, or above it, and those who may activate one of them by Privileged Identity Management. They can make themselves owners. What a group adds is left to a person. The role often stays after a global administrator raised their own access for a moment. Not judged: holders whose condition limits which roles they give.',
  severity: 'high',
  controls: boundControls(['soc2:CC6.3', 'iso27001:A.8.2', 'hipaa:164.308(a)(4)'], {
    max_access_administrators: { max: 3 },
  }),
  states: [{ 'few-administrators': { most: 'max_access_administrators' } }],
  scopes: [
    'Microsoft.Authorization/roleAssignments/read',
    'Microsoft.Authorization/roleEligibilityScheduleInstances/read',
  ],
  tags: ['least-privilege', 'administrators'],
  variables: [
    { id: 'max_access_administrators', label: 'Most user access administrators', type: 'number', default: 1, min: 0 },
  ],
  async run(ctx) {
    const { max_access_administrators: most } = ctx.variables
    const { holders, groups, surely, unreadable } = await fetchRoleHolders(ctx, givesRoles)
    const resource = toSubscriptionResource(ctx)
    if (surely <= most && unreadable !== undefined) {
      const because = `An assignment that cannot be read may be one more: ${unreadable}.`
      ctx.undecided({ resource, because, kind: 'schema_drift' })
      return
    }
    const evidence = { holders }
    if (surely <= most && groups > 0) {
      // Resource Manager does not have the members of a group.
      ctx.manual({
        resource,
        title: `User access administrators: ${holders.length}, of which groups: ${groups}`,
        description: `Show in Microsoft Entra ID that the groups have so few members that there are ${most} user access administrators at most.`,
        evidence,
      })
      return
    }
    reportSetting(ctx, {
      resource,
      evidence,
      holds: surely <= most,
      good: `User access administrators: ${surely}`,
      bad: `User access administrators: ${surely}; ${most} allowed`,
      remediation:
        'Open Subscriptions → the subscription → Access control (IAM) → Role assignments in the Azure portal. Take the roles User Access Administrator and Role Based Access Control Administrator from those who do not give roles, and from those who are eligible for them by Privileged Identity Management, or add a condition that limits which roles they give. A global administrator removes the first from the root scope under Microsoft Entra ID → Properties → Access management for Azure resources.',
    })
  },
})

/** A condition on either role limits which roles its holder gives: https://learn.microsoft.com/azure/role-based-access-control/delegate-role-assignments-overview */
function givesRoles({ roleDefinitionId, condition }: RoleAssignment): boolean {
  const isRole = (role: string) => roleDefinitionId.toLowerCase().endsWith(`/${role}`)
  return (isRole(accessRole) || isRole(accessControlRole)) && !condition
}
