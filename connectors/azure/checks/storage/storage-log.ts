import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountPath, toAccountResource } from '../../lists.ts'
import { reportSentLogs } from '../../sent-logs.ts'
import { KindAccount } from '../../settings.ts'

export const storageLog = azure.check({
  id: 'storage-log',
  title: 'Reads, writes and deletions of blobs are logged',
  description:
    'Checks for every storage account whether diagnostic settings send the log of its blobs to a workspace, a storage account or an event hub. Without it, nobody can tell what was read after a key leaked. What goes to a partner of Microsoft alone is for a person. Not judged: the older logs of Storage Analytics, queues, tables and files, and how long the log is kept.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'hipaa:164.312(b)'],
  states: ['activity-logged'],
  scopes: ['Microsoft.Storage/storageAccounts/read', 'Microsoft.Insights/diagnosticSettings/read'],
  tags: ['storage', 'logging'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listAccountsAs(ctx, KindAccount),
      async (account) => {
        const { name, kind } = account
        const resource = toAccountResource(account)
        if (kind === 'FileStorage') ctx.notApplicable({ resource, title: `${name} holds no blobs`, evidence: { kind } })
        else {
          await reportSentLogs(ctx, {
            resource,
            path: `${toAccountPath(ctx, account)}/blobServices/default`,
            demanded: ['StorageRead', 'StorageWrite', 'StorageDelete'],
            what: `The log of ${name}`,
            menu: `Storage accounts → ${name} → Diagnostic settings → blob`,
          })
        }
      },
      { resource: toAccountResource },
    )
  },
})
