import { parseTime } from 'checkwright'
import { gcloud } from '../../connector.ts'
import { findWorldRanges } from '../../firewall.ts'
import { demandSaid, listSqlInstances, toInstanceResource } from '../../services.ts'

export const sqlNetworks = gcloud.check({
  id: 'sql-networks',
  title: 'No database lets the whole internet connect',
  description:
    'Checks for every instance of Cloud SQL whether it has a public address to which everybody may connect. In that case only passwords protect the data. Where only connectors of Google may connect, authorized networks have no effect. A network whose time is over does not count.',
  severity: 'critical',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20', 'hipaa:164.312(a)(1)', 'gdpr:32'],
  states: ['administration-not-open', 'databases-not-open'],
  scopes: ['cloudsql.instances.list'],
  tags: ['databases', 'network', 'exposure'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    await ctx.each(
      listSqlInstances(ctx),
      async (instance) => {
        const { name, instanceType, network, demandsConnector } = instance
        const resource = toInstanceResource(ctx, instance)
        if (instanceType === 'ON_PREMISES_INSTANCE') {
          ctx.notApplicable({ resource, title: `${name} runs elsewhere`, evidence: { instanceType } })
          return
        }
        if (demandsConnector) {
          ctx.pass({
            resource,
            title: `${name} lets connectors of Google connect only`,
            evidence: { demandsConnector },
          })
          return
        }
        const ip = demandSaid(ctx, network, `settings.ipConfiguration of ${name}`)
        const hasPublicAddress = demandSaid(ctx, ip.hasPublicAddress, `settings.ipConfiguration.ipv4Enabled of ${name}`)
        // A list without entries is left out, as of an instance to which nobody gave a network.
        const networks = (ip.authorizedNetworks ?? [])
          .filter(({ expirationTime }) => expirationTime === undefined || parseTime(expirationTime) > ctx.now.getTime())
          .map(({ value }) => value)
        const world = findWorldRanges(networks)
        if (!world) {
          const because = `${name} lets in what is no range of addresses.`
          ctx.undecided({ resource, kind: 'schema_drift', because })
          return
        }
        const evidence = { hasPublicAddress, world, authorizedNetworks: networks.length }
        if (hasPublicAddress && world.length > 0) {
          ctx.fail({
            resource,
            title: `${name} lets ${world.join(', ')} connect`,
            remediation: `Open Cloud SQL → ${name} → Connections → Networking in the Google Cloud console. Delete ${world.join(', ')} from the authorized networks. It is better to turn off the public address and use a private one.`,
            evidence,
          })
        } else {
          ctx.pass({
            resource,
            title: hasPublicAddress ? `${name} lets named networks connect only` : `${name} has no public address`,
            evidence,
          })
        }
      },
      { resource: (instance) => toInstanceResource(ctx, instance) },
    )
  },
})
