import { id, vendorMember } from 'checkwright'
import * as z from 'zod/mini'
import { github } from '../connector.ts'

/** What an inventory reads of an item of GET /orgs/{org}/installations. */
export const Installation = z.object({
  id: id(),
  app_slug: vendorMember<string>(),
  html_url: vendorMember<string>(),
  permissions: vendorMember<Readonly<Record<string, unknown>>>(),
  created_at: vendorMember<string>(),
})

/**
 * GitHub Apps that are installed in the organization, suspended ones too: an owner resumes them by one click. GitHub does not
 * say here who publishes an app or who uses it: https://docs.github.com/rest/orgs/orgs#list-app-installations-for-an-organization
 */
export const applications = github.inventory({
  of: 'application',
  tells: ['scopes', 'grantedAt'],
  covers: ['installed GitHub Apps'],
  leavesOut: ['OAuth apps', 'GitHub Apps that a person authorized for their own account'],
  scopes: ['organization_administration:read'],
  async *list(ctx) {
    const installations = ctx.paginate(`/orgs/${ctx.credentials.organization}/installations`, {
      query: { per_page: 100 },
      items: 'installations',
      schema: Installation,
      next: 'link',
    })
    for await (const { id, app_slug: name, html_url: url, permissions, created_at: grantedAt } of installations)
      yield { id, name, url, scopes: formatPermissions(permissions), grantedAt }
  },
})

/** As GitHub's documentation writes them: `members:read`. What is no map of words is handed on, so that the run refuses it. */
function formatPermissions(permissions: Readonly<Record<string, unknown>> | undefined): readonly string[] | undefined {
  if (typeof permissions !== 'object') return permissions
  const levels = Object.entries(permissions)
  return levels.every(([, level]) => typeof level === 'string')
    ? levels.map(([name, level]) => `${name}:${level}`)
    : (permissions as never)
}
