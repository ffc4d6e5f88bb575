import type { VendorClient } from 'checkwright'
import { pages } from './lists.ts'
import { ActivityAlert } from './settings.ts'

/** The alerts about the activity log, with the same request for every check. */
export function listActivityAlerts(ctx: VendorClient): AsyncIterable<ActivityAlert> {
  return ctx.paginate('/providers/microsoft.insights/activityLogAlerts', {
    query: { 'api-version': '2017-04-01' },
    schema: ActivityAlert,
    ...pages,
  })
}

/**
 * The names of alerts that are on, cover the whole subscription, tell somebody, and ask for nothing but the condition and its
 * category. Azure ignores case here.
 */
export function findAlerts(
  { credentials }: { readonly credentials: { readonly subscription_id: string } },
  alerts: readonly ActivityAlert[],
  { field, equals, category = equals }: { readonly field: string; readonly equals: string; readonly category?: string },
): readonly string[] {
  const subscription = `/subscriptions/${credentials.subscription_id}`.toLowerCase()
  const wanted = `${field}=${equals}`.toLowerCase()
  const allowed = [wanted, `category=${category}`.toLowerCase()]
  return alerts
    .filter(({ properties: { enabled, scopes, condition, actions } }) => {
      const asked = condition.allOf.map((each) => `${each.field}=${each.equals}`.toLowerCase())
      return (
        enabled &&
        scopes.some((scope) => scope.toLowerCase().replace(/\/$/, '') === subscription) &&
        (actions.actionGroups ?? []).length > 0 &&
        asked.includes(wanted) &&
        asked.every((each) => allowed.includes(each))
      )
    })
    .map(({ name }) => name)
    .sort()
}
