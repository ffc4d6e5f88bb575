import { azure } from '../../connector.ts'
import { listAccountsAs, toAccountResource } from '../../lists.ts'
import { isClosed } from '../../network.ts'
import { ReachedResource } from '../../responses.ts'

export const storageNetwork = azure.check({
  id: 'storage-network',
  title: 'Storage accounts are closed to networks that nobody named',
  description:
    'Checks for every storage account whether its firewall denies by default, or public network access is off. Allowed ranges of addresses that cover much of the internet count as all networks. With this, a stolen key or link does not work from other networks. Not judged: services of Microsoft that are let past the firewall, and virtual networks and resources that are named.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22'],
  states: ['databases-not-open', 'networks-separated'],
  scopes: ['Microsoft.Storage/storageAccounts/read'],
  tags: ['storage', 'network'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const account of listAccountsAs(ctx, ReachedResource)) {
      const { name, publicNetworkAccess, defaultAction, ranges } = account
      const resource = toAccountResource(account)
      const evidence = { publicNetworkAccess, defaultAction, ranges: ranges.length > 0 ? ranges : undefined }
      if (isClosed(account)) ctx.pass({ resource, title: `${name} is open to named networks only`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${name} is open to all networks`,
          remediation: `Open Storage accounts → ${name} → Networking in the Azure portal. Disable public network access and use private endpoints, or choose "Enabled from selected networks" and name them.`,
          evidence,
        })
      }
    }
  },
})
