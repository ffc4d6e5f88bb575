import { github } from '../../connector.ts'
import { SecretAlert } from '../../responses.ts'
import { reportWatching } from '../../watched.ts'

export const secretAlertsResolved = github.check({
  id: 'secret-alerts-resolved',
  title: 'Secrets that were found in repositories are revoked',
  description:
    'Lists the open alerts of secret scanning. Others find the same keys, within minutes if the repository is public. An alert whose secret no longer works, as GitHub found out where it was issued, is good. The check passes without others only if every repository is scanned. A person has to look at those that are not. Not judged: alerts that somebody closed, for whatever reason, and alerts of generic kinds, such as passwords, which GitHub lists separately.',
  severity: 'critical',
  controls: ['soc2:CC7.3', 'iso27001:A.5.17', 'iso27001:A.8.4'],
  states: ['secrets-found', 'incidents-in-time'],
  scopes: ['secret_scanning_alerts:read', 'metadata:read', 'administration:read', 'organization_administration:read'],
  tags: ['secrets', 'source-code'],
  async run(ctx) {
    const { organization } = ctx.credentials
    const alerts = ctx.paginate(`/orgs/${organization}/secret-scanning/alerts`, {
      query: { state: 'open', hide_secret: true, per_page: 100 },
      schema: SecretAlert,
      next: 'link',
    })
    let open = 0
    for await (const { number, htmlUrl, createdAt, type, isRevoked, repository } of alerts) {
      const resource = { type: 'secret-alert', id: `${repository}#${number}`, name: `${type} in ${repository}` }
      if (isRevoked) {
        const evidence = { type, repository, createdAt, htmlUrl, validity: 'inactive' }
        ctx.pass({ resource, title: `A ${type} in ${repository} is revoked, and its alert is open`, evidence })
        continue
      }
      open++
      ctx.fail({
        resource,
        title: `A ${type} in ${repository} has been open since ${createdAt.slice(0, 10)}`,
        remediation: `Revoke the key where it was issued, then close the alert at ${htmlUrl}. Removing it from the history is not enough.`,
        evidence: { type, repository, createdAt, htmlUrl },
      })
    }
    await reportWatching(ctx, organization, {
      isWatched: ({ secretScanning }) => secretScanning === 'enabled',
      title: 'No alert is open for a secret that may work',
      hasFindings: open > 0,
      evidence: { open },
      description: `A repository without secret scanning has no alerts. Turn it on for those listed, as secret-scanning asks, under https://github.com/organizations/${organization}/settings/security_products.`,
    })
  },
})
