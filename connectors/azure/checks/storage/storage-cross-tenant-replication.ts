import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { ReplicatingAccount } from '../../settings.ts'

export const storageCrossTenantReplication = azure.check({
  id: 'storage-cross-tenant-replication',
  title: 'No storage account may copy its blobs to another tenant',
  description:
    'Checks for every storage account whether it forbids replication of blobs across tenants. Where it is allowed, a rule can send each new blob to an account of somebody else, without a further sign-in.',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.12', 'gdpr:32'],
  states: ['sharing-limited'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'exposure'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const account of listAccountsAs(ctx, ReplicatingAccount)) {
      const { name, kind, properties } = account
      const allowed = properties.allowCrossTenantReplication ?? undefined
      const resource = toAccountResource(account)
      const evidence = { allowCrossTenantReplication: allowed ?? null }
      // https://learn.microsoft.com/azure/storage/blobs/object-replication-overview
      const isHierarchical = properties.isHnsEnabled ?? false
      if (kind === 'FileStorage' || isHierarchical) {
        const why = isHierarchical ? 'has a hierarchical namespace, whose blobs are not replicated' : 'holds no blobs'
        ctx.notApplicable({ resource, title: `${name} ${why}`, evidence: { kind, isHierarchical } })
        continue
      }
      const remediation = `Open Storage accounts → ${name} → Object replication → Advanced settings in the Azure portal. Turn off "Allow cross-tenant replication".`
      if (allowed === undefined) {
        ctx.manual({
          resource,
          title: `Azure does not say whether ${name} may copy blobs to another tenant`,
          description: `It was never set for this account, which allows it for accounts from before December 2023. ${remediation}`,
          evidence,
        })
      } else {
        reportSetting(ctx, {
          resource,
          evidence,
          holds: !allowed,
          good: `${name} may copy no blobs to another tenant`,
          bad: `${name} may copy blobs to another tenant`,
          remediation,
        })
      }
    }
  },
})
