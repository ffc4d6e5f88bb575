import { azure } from '../../connector.ts'
import { listVaultsAs, toVaultResource } from '../../lists.ts'
import { DeletableVault } from '../../settings.ts'

export const keyVaultRecovery = azure.check({
  id: 'key-vault-recovery',
  title: 'Key vaults and their keys cannot be destroyed at once',
  description:
    'Checks for every key vault whether soft delete and purge protection are on. Data is lost when its encryption key is lost. With purge protection nobody, including administrators, can finish the deletion before the retention time ends. Not judged: how many days that takes.',
  severity: 'high',
  controls: ['soc2:A1.2', 'iso27001:A.8.24', 'hipaa:164.312(a)(2)(iv)'],
  states: ['encryption-keys-kept', 'data-recoverable', 'deletion-protected'],
  scopes: ['Microsoft.KeyVault/vaults/read'],
  tags: ['keys', 'backup'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const vault of listVaultsAs(ctx, DeletableVault)) {
      const { name, properties } = vault
      const { enableSoftDelete, enablePurgeProtection } = properties
      const purgeProtection = enablePurgeProtection ?? false
      // Soft delete is on where purge protection is, which needs it: https://learn.microsoft.com/rest/api/keyvault/keyvault/vaults/get
      const softDelete = enableSoftDelete ?? purgeProtection
      const resource = toVaultResource(vault)
      const evidence = { softDelete, purgeProtection }
      const gaps = [...(softDelete ? [] : ['soft delete']), ...(purgeProtection ? [] : ['purge protection'])]
      if (gaps.length === 0) ctx.pass({ resource, title: `${name} has soft delete and purge protection`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} lacks ${gaps.join(' and ')}`,
          remediation: `Open Key vaults → ${name} → Properties in the Azure portal. Enable purge protection, and soft delete if it is off. Neither can be turned off again.`,
          evidence,
        })
      }
    }
  },
})
