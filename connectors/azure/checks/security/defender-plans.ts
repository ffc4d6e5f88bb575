import { azure } from '../../connector.ts'
import { Pricings } from '../../responses.ts'

// In Azure's spelling, without the replaced ones (KubernetesService, ContainerRegistry, Dns).
const plans = [
  { value: 'VirtualMachines', label: 'Servers' },
  { value: 'AppServices', label: 'App Service' },
  { value: 'SqlServers', label: 'Azure SQL databases' },
  { value: 'SqlServerVirtualMachines', label: 'SQL servers on machines' },
  { value: 'OpenSourceRelationalDatabases', label: 'Open-source relational databases' },
  { value: 'CosmosDbs', label: 'Cosmos DB' },
  { value: 'StorageAccounts', label: 'Storage' },
  { value: 'Containers', label: 'Containers' },
  { value: 'KeyVaults', label: 'Key Vault' },
  { value: 'Arm', label: 'Resource Manager' },
  { value: 'Api', label: 'APIs' },
  { value: 'CloudPosture', label: 'Cloud security posture' },
] as const

export const defenderPlans = azure.check({
  id: 'defender-plans',
  title: 'Defender for Cloud watches what the subscription runs',
  description:
    'Checks whether each selected plan of Microsoft Defender for Cloud is on. Without it, nobody learns of signs of intrusion in resources of that kind. Select the plans for the resources that you use. Not judged: sub-plans, and resources that are excluded from a plan.',
  severity: 'medium',
  controls: ['soc2:CC7.1', 'soc2:CC7.2', 'iso27001:A.8.16', 'hipaa:164.308(a)(1)(ii)(D)'],
  states: ['threats-watched', 'configuration-watched'],
  scopes: ['Microsoft.Security/pricings/read'],
  tags: ['monitoring'],
  variables: [
    {
      id: 'defender_plans',
      label: 'Plans that have to be on',
      type: 'multiselect',
      options: plans,
      default: ['VirtualMachines', 'SqlServers', 'StorageAccounts', 'Containers', 'KeyVaults', 'Arm'],
    },
  ],
  async run(ctx) {
    const { value } = await ctx.get('/providers/Microsoft.Security/pricings', {
      query: { 'api-version': '2022-03-01' },
      schema: Pricings,
    })
    for (const plan of ctx.variables.defender_plans) {
      const label = plans.find((each) => each.value === plan)?.label ?? plan
      const resource = { type: 'defender-plan', id: plan, name: label }
      const tiers = value.flatMap(({ record }) => (record?.name === plan ? [record.properties.pricingTier] : []))
      const odd = value.find((each) => !each.record && (each.id ?? plan) === plan)
      const tier = tiers.includes('Free') ? 'Free' : tiers[0]
      const evidence = { pricingTier: tier ?? null }
      if (odd && tier !== 'Free')
        ctx.undecided({
          resource,
          because: `A plan that may be this one cannot be read: ${odd.unreadable ?? ''}.`,
          kind: 'schema_drift',
        })
      else if (tier === undefined) {
        ctx.manual({
          resource,
          title: `Azure does not list the plan for ${label}`,
          description:
            'Look under Defender for Cloud → Environment settings → the subscription whether it is offered there.',
          evidence,
        })
      } else if (tier === 'Free') {
        ctx.fail({
          resource,
          title: `The plan for ${label} is off`,
          remediation: `Open Defender for Cloud → Environment settings → the subscription → Defender plans in the Azure portal. Turn on the plan for ${label}.`,
          evidence,
        })
      } else ctx.pass({ resource, title: `The plan for ${label} is on`, evidence })
    }
  },
})
