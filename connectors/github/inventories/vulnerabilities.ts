import { vendorMember } from 'checkwright'
import * as z from 'zod/mini'
import { github } from '../connector.ts'

/** What an inventory reads of an item of GET /orgs/{org}/dependabot/alerts. */
export const AlertItem = z.object({
  number: z.number(),
  html_url: vendorMember<string>(),
  state: vendorMember<string>(),
  dependency: z.nullish(z.object({ package: z.nullish(z.object({ name: vendorMember<string>() })) })),
  security_advisory: z.nullish(
    z.object({ ghsa_id: vendorMember<string>(), severity: vendorMember<'critical' | 'high' | 'medium' | 'low'>() }),
  ),
  created_at: vendorMember<string>(),
  // Nullable in GitHub's description (`alert-dismissed-at`), which has it beside the state: null while nobody has dismissed it.
  dismissed_at: vendorMember<string>({ null: 'none' }),
  repository: z.object({ full_name: z.string() }),
})

/**
 * Dependabot alerts that are open, or that somebody dismissed. Those that are fixed, or that a rule dismissed, are left out: they
 * are many, and nothing is left to do about them. A repository where Dependabot alerts are off has none.
 */
export const vulnerabilities = github.inventory({
  of: 'vulnerability',
  tells: ['resource', 'openedAt', 'closedAt', 'packageName'],
  covers: ['open Dependabot alerts', 'Dependabot alerts that somebody dismissed'],
  leavesOut: [
    'fixed alerts',
    'alerts that a rule dismissed',
    'repositories where Dependabot alerts are off',
    'code scanning',
    'secret scanning',
  ],
  scopes: ['vulnerability_alerts:read'],
  async *list(ctx) {
    const alerts = ctx.paginate(`/orgs/${ctx.credentials.organization}/dependabot/alerts`, {
      query: { state: 'open,dismissed', per_page: 100 },
      schema: AlertItem,
      next: 'link',
    })
    for await (const { number, state, dependency, security_advisory: advisory, repository, ...alert } of alerts)
      yield {
        id: `${repository.full_name}#${number}`,
        name: advisory?.ghsa_id,
        url: alert.html_url,
        severity: advisory?.severity ?? 'unknown',
        status: state === 'open' || state === 'dismissed' ? state : 'unknown',
        resource: repository.full_name,
        packageName: dependency?.package?.name,
        openedAt: alert.created_at,
        closedAt: alert.dismissed_at,
      }
  },
})
