import { boundControls } from 'checkwright'
import { github } from '../connector.ts'
import { DependabotAlert } from '../responses.ts'

const dayMs = 86_400_000

export const dependabotAlertsInTime = github.check({
  id: 'dependabot-alerts-in-time',
  title: 'Critical and high vulnerabilities of dependencies are fixed within the promised time',
  description:
    'Lists the open Dependabot alerts of severity critical and high that are older than promised. Repositories where Dependabot is off have no alerts, and are not judged here.',
  severity: 'high',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.8.8'], { critical_days: { max: 15 }, high_days: { max: 45 } }),
  scopes: ['vulnerability_alerts:read'],
  tags: ['vulnerabilities', 'sla'],
  variables: [
    { id: 'critical_days', label: 'Longest time for critical ones, days', type: 'number', default: 7, min: 1 },
    { id: 'high_days', label: 'Longest time for high ones, days', type: 'number', default: 30, min: 1 },
  ],
  async run(ctx) {
    const { organization } = ctx.credentials
    const { critical_days: criticalDays, high_days: highDays } = ctx.variables
    const alerts = ctx.paginate(`/orgs/${organization}/dependabot/alerts`, {
      query: { state: 'open', severity: 'critical,high', per_page: 100 },
      schema: DependabotAlert,
      next: 'link',
    })
    let open = 0
    let late = 0
    for await (const { number, htmlUrl, createdAt, advisory, summary, severity, repository } of alerts) {
      open++
      const days = severity === 'critical' ? criticalDays : highDays
      const openDays = Math.floor((ctx.now.getTime() - Date.parse(createdAt)) / dayMs)
      if (openDays <= days) continue
      late++
      ctx.fail({
        resource: { type: 'dependabot-alert', id: `${repository}#${number}`, name: `${advisory} in ${repository}` },
        severity: severity === 'critical' ? 'critical' : 'high',
        title: `${advisory} in ${repository} has been open for ${openDays} days, ${days} allowed`,
        remediation: `Update the dependency as ${htmlUrl} says, or dismiss the alert there with the reason why it does not apply.`,
        evidence: { summary, severity, createdAt, htmlUrl },
      })
    }
    if (late === 0)
      ctx.pass({ resource: { type: 'organization', id: organization }, title: 'No alert is late', evidence: { open } })
  },
})
