import type * as z from 'zod/mini'
import { jira } from '../connector.ts'
import { pages } from '../pages.ts'
import { Dashboard, Filter } from '../responses.ts'

export const noPublicFilters = jira.check({
  id: 'no-public-filters',
  title: 'No filter or dashboard is shared with the public',
  description:
    'Checks for every filter and dashboard that the account may see whether it is shared with everyone on the internet. Anybody can then search it for names of customers, people and weaknesses. Not judged: the system dashboard of Jira itself, which hides what its viewer may not see, filters and dashboards that the account may not see, and whether public sharing is turned off for the whole site.',
  severity: 'medium',
  controls: ['soc2:CC6.7', 'iso27001:A.8.3', 'iso27001:A.8.12'],
  states: ['content-not-public'],
  scopes: ['read:jira-work'],
  tags: ['exposure', 'sharing'],
  onEmpty: 'not_applicable',
  async run(ctx) {
    const judge = (type: string, { id, name, ...shared }: z.output<typeof Filter | typeof Dashboard>) => {
      const resource = { type, id, name }
      const evidence = { sharedWith: [...new Set(shared.sharePermissions.map((each) => each.type))].sort() }
      // Jira's word for the internet; "loggedin" and "authenticated" are people of the site.
      if (!evidence.sharedWith.includes('global')) ctx.pass({ resource, title: `${name} is not public`, evidence })
      else if ('systemDashboard' in shared && shared.systemDashboard === true) {
        // https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-dashboards/ shows it shared with everybody.
        ctx.notApplicable({ resource, title: `${name} is Jira's own dashboard, which everybody sees`, evidence })
      } else {
        ctx.fail({
          resource,
          title: `${name} is shared with the public`,
          remediation: `Open the ${type} "${name}", choose Edit ${type} details and remove "Public" from its viewers. To rule it out for the future, turn public sharing off under Settings → System → General configuration.`,
          evidence,
        })
      }
    }
    const filters = ctx.paginate('/rest/api/3/filter/search', {
      query: { expand: 'sharePermissions', maxResults: 100 },
      schema: Filter,
      resource: { type: 'filter', id: 'id', name: 'name' },
      ...pages,
    })
    const dashboards = ctx.paginate('/rest/api/3/dashboard', {
      query: { maxResults: 100 },
      schema: Dashboard,
      resource: { type: 'dashboard', id: 'id', name: 'name' },
      ...pages,
      items: 'dashboards',
    })
    const judgeAll = async (type: string, shared: AsyncIterable<z.output<typeof Filter | typeof Dashboard>>) => {
      for await (const each of shared) judge(type, each)
    }
    // Each list is judged, even if the other has an entry that cannot be read.
    const lists = await Promise.allSettled([judgeAll('filter', filters), judgeAll('dashboard', dashboards)])
    for (const list of lists) if (list.status === 'rejected') throw list.reason
  },
})
