import { github } from '../../connector.ts'
import { reportCoverage } from '../../coverage.ts'
import { listRepositories } from '../../repositories.ts'

export const secretScanning = github.check({
  id: 'secret-scanning',
  title: 'Repositories are scanned for secrets, and secrets are refused when they are pushed',
  description:
    'Checks for every repository whether secret scanning and push protection are on. A key that was committed once stays in the history, and in every clone.',
  severity: 'high',
  controls: ['soc2:CC7.1', 'iso27001:A.8.4', 'iso27001:A.8.12'],
  states: ['secrets-found'],
  scopes: ['metadata:read', 'administration:read', 'organization_administration:read'],
  tags: ['secrets', 'source-code'],
  fix: {
    command:
      "gh api --method PATCH repos/{resource.name} --raw-field 'security_and_analysis[secret_scanning][status]=enabled' --raw-field 'security_and_analysis[secret_scanning_push_protection][status]=enabled'",
    source: 'https://docs.github.com/rest/repos/repos#update-a-repository',
  },
  async run(ctx) {
    const { organization } = ctx.credentials
    let seen = 0
    for await (const repository of listRepositories(ctx, organization)) {
      seen++
      const {
        id,
        fullName,
        htmlUrl,
        archived,
        disabled,
        secretScanning: scanning,
        pushProtection: protection,
      } = repository
      const resource = { type: 'repository', id, name: fullName }
      const evidence = { secretScanning: scanning ?? 'not told', pushProtection: protection ?? 'not told' }
      if (archived) ctx.notApplicable({ resource, title: 'Archived: nobody can push to it', evidence })
      else if (disabled) ctx.notApplicable({ resource, title: 'Disabled by GitHub: nobody can push to it', evidence })
      else if (!isTold(scanning) || !isTold(protection)) {
        // GitHub shows the settings to administrators only, and none if the plan does not include them.
        ctx.manual({
          resource,
          title: `GitHub does not say whether ${fullName} is scanned`,
          description: `An administrator finds it under ${htmlUrl}/settings/security_analysis.`,
          evidence,
        })
      } else if (scanning === 'enabled' && protection === 'enabled')
        ctx.pass({ resource, title: `${fullName} has secret scanning and push protection`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${fullName} has ${scanning === 'enabled' ? 'no push protection' : 'no secret scanning'}`,
          remediation: `Open ${htmlUrl}/settings/security_analysis. Enable secret scanning and push protection, or do it for all repositories under https://github.com/organizations/${organization}/settings/security_products.`,
          evidence,
        })
      }
    }
    await reportCoverage(ctx, organization, seen)
  },
})

function isTold(status: string | undefined): boolean {
  return status === 'enabled' || status === 'disabled'
}
