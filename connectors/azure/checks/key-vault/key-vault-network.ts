import { azure } from '../../connector.ts'
import { listVaultsAs, toVaultResource } from '../../lists.ts'
import { isClosed } from '../../network.ts'
import { ReachedResource } from '../../responses.ts'

export const keyVaultNetwork = azure.check({
  id: 'key-vault-network',
  title: 'Key vaults are open to named networks only',
  description:
    'Checks for every key vault whether its firewall denies by default, or public network access is off. Allowed ranges of addresses that cover much of the internet count as all networks. With this, a stolen token of an application does not work from other networks. Not judged: services of Microsoft that are let past the firewall, and virtual networks that are named.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20'],
  states: ['secrets-protected', 'databases-not-open'],
  scopes: ['Microsoft.KeyVault/vaults/read'],
  tags: ['keys', 'network'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const vault of listVaultsAs(ctx, ReachedResource)) {
      const { name, publicNetworkAccess, defaultAction, ranges } = vault
      const resource = toVaultResource(vault)
      const evidence = { publicNetworkAccess, defaultAction, ranges: ranges.length > 0 ? ranges : undefined }
      if (isClosed(vault)) ctx.pass({ resource, title: `${name} is open to named networks only`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} is open to all networks`,
          remediation: `Open Key vaults → ${name} → Networking in the Azure portal. Disable public access and use private endpoints, or choose "Allow public access from specific virtual networks and IP addresses" and name them.`,
          evidence,
        })
      }
    }
  },
})
