import { reportSetting } from '../../../_settings/report-setting.ts'
import { listGlobal } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { Network } from '../../settings.ts'

export const defaultNetwork = gcloud.check({
  id: 'default-network',
  title: 'The project uses networks that somebody designed',
  description:
    'Checks for every network whether it is the default one of a new project, or of the legacy kind. A default network that was switched to custom mode keeps its rules and subnetworks, and cannot be told from one that somebody named so: a person has to look at it. The default network has a subnetwork in every region and rules that let SSH and RDP in from everywhere. Legacy networks have no subnetworks at all.',
  severity: 'medium',
  controls: ['soc2:CC6.6', 'iso27001:A.8.20', 'iso27001:A.8.22'],
  states: ['networks-separated'],
  scopes: ['compute.networks.list'],
  tags: ['network'],
  onEmpty: 'pass',
  async run(ctx) {
    await ctx.each(
      listGlobal(ctx, 'networks', Network),
      async ({ id, name, autoCreateSubnetworks, IPv4Range: range }) => {
        const isLegacy = autoCreateSubnetworks === undefined
        if (isLegacy && range === undefined)
          ctx.cannotTell({ kind: 'schema_drift', message: `Google does not say of which kind the network ${name} is.` })
        const isDefault = name === 'default' && autoCreateSubnetworks === true
        const resource = { type: 'network', id, name }
        const evidence = { autoCreateSubnetworks: autoCreateSubnetworks ?? null, range: range ?? null }
        if (name === 'default' && autoCreateSubnetworks === false) {
          ctx.manual({
            resource,
            title: `${name} may be the default network, switched to custom mode`,
            description: `Look under VPC network → VPC networks → ${name} whether somebody designed its subnetworks, and whether the rules default-allow-ssh and default-allow-rdp are gone.`,
            evidence,
          })
          return
        }
        reportSetting(ctx, {
          resource,
          evidence,
          holds: !isLegacy && !isDefault,
          good: `${name} is a network of your own`,
          bad: isLegacy ? `${name} is a legacy network` : `${name} is the default network`,
          remediation: `Create a network with the subnetworks that you need, and move the machines to it. Then delete ${name} under VPC network → VPC networks in the Google Cloud console.`,
        })
      },
      { resource: ({ id, name }) => ({ type: 'network', id, name }) },
    )
  },
})
