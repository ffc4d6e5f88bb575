import { github } from '../../connector.ts'
import { SecurityDefaults } from '../../responses.ts'

const kinds = ['public', 'private_and_internal']

export const newRepositoriesWatched = github.check({
  id: 'new-repositories-watched',
  title: 'New repositories are watched from the start',
  description:
    'Checks whether code security configurations turn Dependabot alerts, secret scanning and push protection on in every new repository. Otherwise it depends on the person who makes it. In private and internal repositories, secrets are looked for by Secret Protection alone. Not judged: whether there are licences for it, and repositories that there are.',
  severity: 'medium',
  controls: ['soc2:CC7.1', 'iso27001:A.8.4', 'iso27001:A.8.8'],
  states: ['vulnerabilities-scanned', 'code-scanned'],
  scopes: ['organization_administration:read'],
  tags: ['secrets', 'vulnerabilities', 'source-code'],
  async run(ctx) {
    const { organization } = ctx.credentials
    const defaults = await ctx.get(`/orgs/${organization}/code-security/configurations/defaults`, {
      schema: SecurityDefaults,
    })
    const gaps = kinds.flatMap((kind) => {
      const own = defaults.find(({ repositories }) => repositories === 'all' || repositories === kind)
      if (own === undefined) return [`new ${kind.replaceAll('_', ' ')} repositories have no configuration`]
      const off = Object.entries(own.settings).flatMap(([name, status]) => (status === 'enabled' ? [] : [name]))
      if (kind !== 'public' && own.isLimited) off.push('Secret Protection')
      return off.length > 0 ? [`new ${kind.replaceAll('_', ' ')} repositories have no ${off.join(', ')}`] : []
    })
    const resource = { type: 'organization', id: organization }
    const evidence = { defaults }
    if (gaps.length === 0) ctx.pass({ resource, title: 'New repositories are watched from the start', evidence })
    else {
      ctx.fail({
        resource,
        title: gaps.join(', and ').replace(/^n/, 'N'),
        remediation: `Open https://github.com/organizations/${organization}/settings/security_products. Make a configuration that enables Dependabot alerts, secret scanning and push protection, and choose it as the default for all new repositories.`,
        evidence,
      })
    }
  },
})
