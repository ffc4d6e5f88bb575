import { reportSetting } from '../../../_settings/report-setting.ts'
import { listScoped } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { LoggedSubnetwork } from '../../settings.ts'

const withMachines: readonly string[] = ['PRIVATE', 'PRIVATE_RFC_1918']

// They cannot have the log. https://cloud.google.com/compute/docs/reference/rest/v1/subnetworks
const withoutMachines: readonly string[] = [
  'GLOBAL_MANAGED_PROXY',
  'INTERNAL_HTTPS_LOAD_BALANCER',
  'PEER_MIGRATION',
  'PRIVATE_NAT',
  'PRIVATE_SERVICE_CONNECT',
  'REGIONAL_MANAGED_PROXY',
]

export const subnetworkLog = gcloud.check({
  id: 'subnetwork-log',
  title: 'Subnetworks with machines log their traffic',
  description:
    'Checks for every subnetwork with machines whether VPC flow logs are on. They show who talked to whom, which is often the only trace of data that left. Not judged: flow logs that a network or the organization has turned on in Network Management, subnetworks of load balancers and other services of Google, the share and the filter of what is logged, and how long the log is kept.',
  severity: 'medium',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'iso27001:A.8.16', 'hipaa:164.312(b)'],
  states: ['traffic-logged'],
  scopes: ['compute.subnetworks.list'],
  tags: ['network', 'logging'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const { id, name, purpose, logConfig } of listScoped(ctx, 'subnetworks', LoggedSubnetwork)) {
      const resource = { type: 'subnetwork', id, name }
      const isLogged = logConfig?.enable ?? false
      if (withoutMachines.includes(purpose))
        ctx.notApplicable({ resource, title: `${name} has no machines`, evidence: { purpose } })
      else if (!withMachines.includes(purpose)) {
        ctx.manual({
          resource,
          title: `${name} has a purpose that the check does not know`,
          description: `Its purpose is ${purpose}. Look under VPC network → VPC networks → Subnets → ${name} in the Google Cloud console whether machines use it, and whether flow logs are on.`,
          evidence: { isLogged, purpose },
        })
      } else {
        reportSetting(ctx, {
          resource,
          evidence: { isLogged, purpose },
          holds: isLogged,
          good: `The traffic of ${name} is logged`,
          bad: `The traffic of ${name} is not logged`,
          remediation: `Open VPC network → VPC networks → Subnets → ${name} → Edit in the Google Cloud console. Turn on flow logs, with a sample rate that you can pay for.`,
        })
      }
    }
  },
})
