import { azure } from '../../connector.ts'
import { listVaultsAs, toVaultPath, toVaultResource } from '../../lists.ts'
import { NamedVault } from '../../responses.ts'
import { reportSentLogs } from '../../sent-logs.ts'

export const keyVaultLog = azure.check({
  id: 'key-vault-log',
  title: 'Each use of a key vault is logged',
  description:
    'Checks for every key vault whether diagnostic settings send its audit log to a workspace, a storage account or an event hub. Without it, nobody can tell which secrets were read, and by whom. What goes to a partner of Microsoft alone is for a person. Not judged: how long the log is kept.',
  severity: 'high',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  states: ['activity-logged'],
  scopes: ['Microsoft.KeyVault/vaults/read', 'Microsoft.Insights/diagnosticSettings/read'],
  tags: ['keys', 'logging'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listVaultsAs(ctx, NamedVault),
      (vault) =>
        reportSentLogs(ctx, {
          resource: toVaultResource(vault),
          path: toVaultPath(ctx, vault),
          demanded: ['AuditEvent'],
          // https://learn.microsoft.com/azure/azure-monitor/reference/tables/azkvauditlogs
          groups: ['audit'],
          what: `The audit log of ${vault.name}`,
          menu: `Key vaults → ${vault.name} → Diagnostic settings`,
        }),
      { resource: toVaultResource },
    )
  },
})
