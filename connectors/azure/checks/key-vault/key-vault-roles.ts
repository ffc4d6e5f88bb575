import { reportSetting } from '../../../_settings/report-setting.ts'
import { azure } from '../../connector.ts'
import { listVaultsAs, toVaultResource } from '../../lists.ts'
import { RoleVault } from '../../settings.ts'

export const keyVaultRoles = azure.check({
  id: 'key-vault-roles',
  title: 'Roles decide who may read key vaults',
  description:
    'Checks for every key vault whether role assignments decide about its keys and secrets. Otherwise it has access policies of its own, which a review of roles does not show, and which every contributor of the vault can extend.',
  severity: 'medium',
  controls: ['soc2:CC6.3', 'iso27001:A.5.15', 'hipaa:164.308(a)(4)'],
  states: ['rights-by-role'],
  scopes: ['Microsoft.KeyVault/vaults/read'],
  tags: ['keys', 'least-privilege'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const vault of listVaultsAs(ctx, RoleVault)) {
      const { name, properties } = vault
      const byRoles = properties.enableRbacAuthorization ?? false
      reportSetting(ctx, {
        resource: toVaultResource(vault),
        evidence: { enableRbacAuthorization: byRoles },
        holds: byRoles,
        good: `${name} is opened by roles`,
        bad: `${name} is opened by access policies of its own`,
        remediation: `Open Key vaults → ${name} → Access configuration in the Azure portal. Give roles such as Key Vault Secrets User to those who need the vault, then choose "Azure role-based access control".`,
      })
    }
  },
})
