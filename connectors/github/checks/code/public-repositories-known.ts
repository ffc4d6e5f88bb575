import { github } from '../../connector.ts'
import { reportCoverage } from '../../coverage.ts'
import { listRepositories } from '../../repositories.ts'

export const publicRepositoriesKnown = github.check({
  id: 'public-repositories-known',
  title: 'Repositories are public on purpose only',
  description:
    'Lists the public repositories that nobody has declared as public. Even a repository that was public for a minute has been copied.',
  severity: 'high',
  controls: ['soc2:CC6.1', 'iso27001:A.8.4', 'iso27001:A.8.12', 'gdpr:32'],
  states: ['public-content-reviewed'],
  scopes: ['metadata:read', 'organization_administration:read'],
  tags: ['exposure', 'source-code'],
  variables: [
    {
      id: 'public_repositories',
      label: 'Repositories that are public on purpose',
      type: 'text',
      default: '',
      helpText: 'Names separated by commas, or "*" for all.',
    },
  ],
  async run(ctx) {
    const { organization } = ctx.credentials
    const meant = ctx.variables.public_repositories.split(',').map((name) => name.trim().toLowerCase())
    let seen = 0
    for await (const { id, fullName, htmlUrl, isPrivate } of listRepositories(ctx, organization)) {
      seen++
      const resource = { type: 'repository', id, name: fullName }
      const evidence = { private: isPrivate }
      const name = fullName.slice(fullName.indexOf('/') + 1).toLowerCase()
      if (isPrivate) ctx.pass({ resource, title: `${fullName} is private`, evidence })
      else if (meant.includes('*') || meant.includes(name))
        ctx.pass({ resource, title: `${fullName} is public on purpose`, evidence })
      else {
        ctx.fail({
          resource,
          title: `${fullName} is public, and nobody has said that it may be`,
          remediation: `If it may be public, add its name to public_repositories. Otherwise change its visibility under ${htmlUrl}/settings, and revoke every secret in its history.`,
          evidence,
        })
      }
    }
    await reportCoverage(ctx, organization, seen)
  },
})
