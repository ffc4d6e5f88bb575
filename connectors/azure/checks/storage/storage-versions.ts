import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { fetchBlobService, listAccountsAs, toAccountResource } from '../../lists.ts'
import { VersioningAccount, VersioningService } from '../../settings.ts'

export const storageVersions = azure.check({
  id: 'storage-versions',
  title: 'Blobs that were overwritten can be brought back',
  description:
    'Checks for every storage account whether it keeps earlier versions of blobs. Soft delete keeps what was deleted, but a wrong script or an attacker can overwrite as well. Not judged: for how long versions are kept.',
  severity: 'medium',
  controls: ['soc2:A1.2', 'iso27001:A.8.13', 'hipaa:164.308(a)(7)(ii)(A)', 'gdpr:32(1)(c)'],
  states: ['data-recoverable'],
  scopes: ['Microsoft.Storage/storageAccounts/read', 'Microsoft.Storage/storageAccounts/blobServices/read'],
  tags: ['storage', 'backup'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listAccountsAs(ctx, VersioningAccount),
      async (account) => {
        const { name, kind, properties } = account
        const resource = toAccountResource(account)
        const isHierarchical = properties.isHnsEnabled ?? false
        if (kind === 'FileStorage' || isHierarchical) {
          const why = isHierarchical ? 'has a hierarchical namespace, which has no versions' : 'holds no blobs'
          ctx.notApplicable({ resource, title: `${name} ${why}`, evidence: { kind, isHierarchical } })
          return
        }
        const service = await fetchBlobService(ctx, account, VersioningService)
        const keepsVersions = service.properties.isVersioningEnabled ?? false
        reportSetting(ctx, {
          resource,
          evidence: { keepsVersions },
          holds: keepsVersions,
          good: `${name} keeps versions of blobs`,
          bad: `${name} keeps no versions of blobs`,
          remediation: `Open Storage accounts → ${name} → Data protection in the Azure portal. Turn on versioning for blobs, and add a lifecycle rule that deletes old versions.`,
        })
      },
      { resource: toAccountResource },
    )
  },
})
