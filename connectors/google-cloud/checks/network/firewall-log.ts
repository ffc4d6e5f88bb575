import { reportSetting } from '../../../_settings/report-setting.ts'
import { listGlobal } from '../../compute.ts'
import { gcloud } from '../../connector.ts'
import { LoggedFirewall } from '../../settings.ts'

export const firewallLog = gcloud.check({
  id: 'firewall-log',
  title: 'Inbound firewall rules log their connections',
  description:
    'Checks for every inbound rule of the VPC firewall that is not disabled whether its connections are logged. Without the log, nobody can tell afterwards from where somebody came in. Not judged: how long the log is kept, and firewall policies.',
  severity: 'low',
  controls: ['soc2:CC7.2', 'iso27001:A.8.15', 'iso27001:A.8.20'],
  states: ['traffic-logged'],
  scopes: ['compute.firewalls.list'],
  tags: ['network', 'logging'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    for await (const { id, name, direction, disabled = false, logConfig } of listGlobal(
      ctx,
      'firewalls',
      LoggedFirewall,
    )) {
      if (direction !== 'INGRESS') continue
      const resource = { type: 'firewall-rule', id, name }
      const isLogged = logConfig.enable ?? false
      if (disabled) ctx.notApplicable({ resource, title: `${name} is disabled`, evidence: { disabled } })
      else {
        reportSetting(ctx, {
          resource,
          evidence: { isLogged },
          holds: isLogged,
          good: `${name} is logged`,
          bad: `${name} is not logged`,
          remediation: `Open VPC network → Firewall → ${name} → Edit in the Google Cloud console. Turn on logs. Leave out the metadata if the log gets too large.`,
        })
      }
    }
  },
})
