import { github } from '../../connector.ts'
import { judgeSetting } from '../../organization-settings.ts'
import { EnforcedRepositories } from '../../responses.ts'

export const releasesImmutable = github.check({
  id: 'releases-immutable',
  title: 'The organization makes published releases immutable',
  description:
    'Checks whether the organization makes the releases of all repositories immutable. Otherwise somebody can replace the files of a release that your customers or your own machines fetch. Not judged: single repositories that make their own releases immutable.',
  severity: 'low',
  controls: ['soc2:CC8.1', 'iso27001:A.8.4', 'iso27001:A.8.32'],
  states: ['history-protected'],
  scopes: ['organization_administration:read'],
  tags: ['change-management'],
  async run(ctx) {
    const options = { path: '/settings/immutable-releases', schema: EnforcedRepositories, page: 'repository-defaults' }
    await judgeSetting(ctx, options, ({ enforced_repositories: repositories }) => ({
      isGood: repositories === 'all',
      title: {
        all: 'Releases of all repositories are immutable',
        selected: 'Releases of some repositories are immutable',
        none: 'Repositories decide themselves whether releases can be changed',
      }[repositories],
      remedy: 'Under Releases, enable release immutability for all repositories.',
      evidence: { repositories },
    }))
  },
})
