import { boundControls, type CheckContext, daysSince, formatDays, type VendorClient } from 'checkwright'
import { github } from '../../connector.ts'
import { DependabotAlert, type Repository } from '../../responses.ts'
import { reportWatching } from '../../watched.ts'

export const dependabotAlertsInTime = github.check({
  id: 'dependabot-alerts-in-time',
  title: 'Critical and high vulnerabilities of dependencies are fixed within the promised time',
  description:
    'Lists the open Dependabot alerts of severity critical and high that are older than promised. The check passes without late alerts only if Dependabot alerts are on in every repository. Other repositories have no alerts, and a person has to look at them. Not judged: alerts of lower severity, and dismissed ones.',
  severity: 'high',
  controls: boundControls(['soc2:CC7.1', 'iso27001:A.8.8'], { critical_days: { max: 15 }, high_days: { max: 45 } }),
  states: [{ 'vulnerabilities-fixed-in-time': { critical: 'critical_days', high: 'high_days' } }, 'code-scanned'],
  scopes: ['vulnerability_alerts:read', 'metadata:read', 'administration:read', 'organization_administration:read'],
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
      const openDays = daysSince(ctx, createdAt)
      if (openDays <= days) continue
      late++
      ctx.fail({
        resource: { type: 'dependabot-alert', id: `${repository}#${number}`, name: `${advisory} in ${repository}` },
        severity: severity === 'critical' ? 'critical' : 'high',
        title: `${advisory} in ${repository} has been open for ${formatDays(openDays)}, ${days} allowed`,
        remediation: `Update the dependency as ${htmlUrl} says, or dismiss the alert there with the reason why it does not apply.`,
        evidence: { summary, severity, createdAt, htmlUrl },
      })
    }
    await reportWatching(ctx, organization, {
      isWatched: (repository) => hasDependabotAlerts(ctx, repository),
      title: 'No alert is late',
      hasFindings: late > 0,
      evidence: { open },
      description: `A repository where Dependabot alerts are off has none. Turn them on for those listed under https://github.com/organizations/${organization}/settings/security_products, or show what else watches their dependencies.`,
    })
  },
})

/** Whether Dependabot alerts are on. Its updates need them, so they are requested only if updates are off. */
async function hasDependabotAlerts(
  ctx: VendorClient & Pick<CheckContext, 'cannotTell'>,
  repository: Repository,
): Promise<boolean> {
  if (repository.dependabotUpdates === 'enabled') return true
  const { status, ok } = await ctx.fetch(`/repos/${repository.fullName}/vulnerability-alerts`, { expect: [404] })
  // 204 if they are on; 404 if they are off, or the token may not see it. Any other refusal ends the check.
  if (ok && status !== 204)
    ctx.cannotTell({
      kind: 'schema_drift',
      message: `GitHub answered ${status} where its documentation has 204 or 404.`,
    })
  return status === 204
}
