import { parseTime } from 'checkwright'
import { github } from '../../connector.ts'
import { InstalledApp } from '../../responses.ts'

export const appReach = github.check({
  id: 'app-reach',
  title: 'Apps that write reach chosen repositories only',
  description:
    'Lists the installed GitHub Apps that may write, and may do so in every repository. Whoever breaks into the vendor of such an app reaches all of your source code. A person decides whether the app needs that. Not judged: apps that only read, and OAuth apps.',
  severity: 'medium',
  controls: ['soc2:CC6.3', 'soc2:CC9.2', 'iso27001:A.5.19', 'iso27001:A.8.4'],
  states: ['rights-narrow', 'consent-limited'],
  scopes: ['organization_administration:read'],
  tags: ['suppliers', 'least-privilege'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const { organization } = ctx.credentials
    const apps = ctx.paginate(`/orgs/${organization}/installations`, {
      query: { per_page: 100 },
      items: 'installations',
      schema: InstalledApp,
      resource: { type: 'application', id: 'id', name: 'app_slug' },
      next: 'link',
    })
    for await (const { id, name, reach, permissions, suspendedAt } of apps) {
      const writes = Object.entries(permissions).flatMap(([what, level]) => (level === 'read' ? [] : [what]))
      const resource = { type: 'application', id, name }
      const evidence = { repositories: reach, writes, suspendedAt }
      if (suspendedAt !== null && parseTime(suspendedAt) <= ctx.now.getTime())
        ctx.notApplicable({ resource, title: `${name} is suspended`, evidence })
      else if (reach === 'selected') ctx.pass({ resource, title: `${name} reaches chosen repositories`, evidence })
      else if (writes.length === 0) ctx.pass({ resource, title: `${name} only reads`, evidence })
      else {
        ctx.manual({
          resource,
          title: `${name} may write in every repository: ${writes.join(', ')}`,
          description: `Decide whether ${name} needs every repository. If it does not, open https://github.com/organizations/${organization}/settings/installations/${id} and choose "Only select repositories".`,
          evidence,
        })
      }
    }
  },
})
