import { boundControls } from 'checkwright'
import { listActivityAlerts, reportAlert } from '../../activity-alerts.ts'
import { azure } from '../../connector.ts'

const operations = [
  { value: 'Microsoft.Authorization/roleAssignments/write', label: 'A role is given' },
  { value: 'Microsoft.Authorization/policyAssignments/write', label: 'A policy is assigned' },
  { value: 'Microsoft.Authorization/policyAssignments/delete', label: 'A policy is taken away' },
  { value: 'Microsoft.Network/networkSecurityGroups/write', label: 'A network security group is changed' },
  { value: 'Microsoft.Network/networkSecurityGroups/delete', label: 'A network security group is deleted' },
  { value: 'Microsoft.Network/publicIPAddresses/write', label: 'A public address is made or changed' },
  { value: 'Microsoft.Network/publicIPAddresses/delete', label: 'A public address is deleted' },
  { value: 'Microsoft.Security/securitySolutions/write', label: 'A security solution is changed' },
  { value: 'Microsoft.Security/securitySolutions/delete', label: 'A security solution is deleted' },
  { value: 'Microsoft.Sql/servers/firewallRules/write', label: 'A firewall rule of a SQL server is changed' },
  { value: 'Microsoft.Sql/servers/firewallRules/delete', label: 'A firewall rule of a SQL server is deleted' },
  { value: 'Microsoft.KeyVault/vaults/delete', label: 'A key vault is deleted' },
] as const

export const activityAlerts = azure.check({
  id: 'activity-alerts',
  title: 'Somebody is told of changes to policies, networks and roles',
  description:
    'Checks for each selected operation whether an alert for the whole subscription tells an action group of it. An attacker who opens the network or takes a policy away would otherwise be seen only in a later review. An alert with a further condition does not count. Not judged: who is in the action group.',
  severity: 'medium',
  controls: boundControls(['soc2:CC7.2', 'iso27001:A.8.16', 'hipaa:164.308(a)(1)(ii)(D)'], {
    alert_operations: { includes: ['Microsoft.Network/networkSecurityGroups/write'] },
  }),
  states: ['threats-watched', 'alerts-reach-somebody'],
  scopes: ['Microsoft.Insights/activityLogAlerts/read'],
  tags: ['monitoring', 'logging'],
  variables: [
    {
      id: 'alert_operations',
      label: 'Operations of which somebody has to be told',
      type: 'multiselect',
      options: operations,
      default: [
        'Microsoft.Authorization/policyAssignments/write',
        'Microsoft.Authorization/policyAssignments/delete',
        'Microsoft.Network/networkSecurityGroups/write',
        'Microsoft.Network/networkSecurityGroups/delete',
        'Microsoft.Sql/servers/firewallRules/write',
        'Microsoft.Sql/servers/firewallRules/delete',
      ],
    },
  ],
  async run(ctx) {
    const alerts = await Array.fromAsync(listActivityAlerts(ctx))
    for (const operation of ctx.variables.alert_operations) {
      const label = operations.find(({ value }) => value === operation)?.label ?? operation
      const wanted = { field: 'operationName', equals: operation, category: 'Administrative' }
      reportAlert(ctx, alerts, wanted, {
        resource: { type: 'operation', id: operation, name: label },
        good: `${label}: an alert tells somebody`,
        bad: `${label}: no alert tells somebody`,
        remediation: `Open Monitor → Alerts → Create → Alert rule in the Azure portal. Choose the subscription as scope, the signal ${operation}, no further condition, and an action group that somebody reads.`,
      })
    }
  },
})
