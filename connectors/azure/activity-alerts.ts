import { type BaseContext, type Resource, type VendorClient, type VendorRecord, vendorRecord } from 'checkwright'
import { reportSetting, type Setting } from '../_settings/report-setting.ts'
import { pages } from './lists.ts'
import { ActivityAlert } from './settings.ts'

/** The alerts about the activity log, with the same request for every check. One that cannot be read may be beside the one that is wanted. */
export function listActivityAlerts(ctx: VendorClient): AsyncIterable<VendorRecord<ActivityAlert>> {
  return ctx.paginate('/providers/microsoft.insights/activityLogAlerts', {
    query: { 'api-version': '2017-04-01' },
    schema: vendorRecord(ActivityAlert),
    ...pages,
  })
}

/** What an alert has to ask for. */
export interface WantedAlert {
  readonly field: string
  readonly equals: string
  /** @default the word itself, where the category is what is asked for */
  readonly category?: string
  /** Kinds of events of which it has to tell, where it names some. */
  readonly kinds?: { readonly field: string; readonly all: readonly string[] }
}

type SubscriptionContext = Pick<BaseContext, 'pass' | 'fail' | 'undecided'> & {
  readonly credentials: { readonly subscription_id: string }
}

/** Reports whether one of the alerts is as wanted. Without one, an alert that cannot be read leaves it undecided. */
export function reportAlert(
  ctx: SubscriptionContext,
  alerts: readonly VendorRecord<ActivityAlert>[],
  wanted: WantedAlert,
  words: Pick<Setting, 'good' | 'bad' | 'remediation'> & { readonly resource: Resource },
): void {
  const subscription = `/subscriptions/${ctx.credentials.subscription_id}`.toLowerCase()
  const readable = alerts.flatMap(({ record }) => record ?? [])
  const possible = readable.filter((alert) => tellsOfAll(alert, subscription))
  const named = (state: AlertMatch) =>
    possible
      .filter((alert) => matchAlert(alert, wanted) === state)
      .map(({ name }) => name)
      .sort()
  const names = named('yes')
  const [unreadable = named('maybe')[0] && 'an alert has a condition of a form that the check does not know'] =
    alerts.flatMap((alert) => alert.unreadable ?? [])
  if (names.length === 0 && unreadable !== undefined)
    ctx.undecided({
      resource: words.resource,
      because: `No alert that can be read tells of it, and one cannot be read: ${unreadable}.`,
      kind: 'schema_drift',
    })
  else reportSetting(ctx, { ...words, evidence: { alerts: names }, holds: names.length > 0 })
}

/** Whether an alert is on, covers the whole subscription and tells somebody. Azure ignores case here. */
function tellsOfAll({ properties: { enabled, scopes, actions } }: ActivityAlert, subscription: string): boolean {
  return (
    enabled &&
    scopes.some((scope) => scope.toLowerCase().replace(/\/$/, '') === subscription) &&
    (actions.actionGroups ?? []).length > 0
  )
}

type AlertMatch = 'yes' | 'no' | 'maybe'

/** Whether an alert asks for nothing but the condition and its category. Azure ignores case here, too. */
function matchAlert({ properties: { condition } }: ActivityAlert, wanted: WantedAlert): AlertMatch {
  const matches = condition.allOf.map((part) => matchCondition(part, wanted))
  if (matches.includes('no')) return 'no'
  if (matches.includes('maybe')) return 'maybe'
  // One of the category alone tells of each of its operations.
  return matches.length > 0 ? 'yes' : 'no'
}

type Condition = ActivityAlert['properties']['condition']['allOf'][number]

/**
 * One part of a condition: a field with its values, or several of them, of which one is enough.
 * https://learn.microsoft.com/javascript/api/@azure/arm-tenantactivitylogalerts/alertruleanyoforleafcondition
 */
function matchCondition(part: Condition, { field, equals, category = equals, kinds }: WantedAlert): AlertMatch {
  const words = new Map([
    ['category', [category]],
    [field.toLowerCase(), [equals]],
    ...(kinds ? [[kinds.field.toLowerCase(), kinds.all] as const] : []),
  ])
  const leaves = part.anyOf ?? [part]
  if (leaves.length === 0) return 'maybe'
  const fields = [...Map.groupBy(leaves, (leaf) => leaf.field?.toLowerCase())]
  const matches = fields.map(([name, ofField]): AlertMatch => {
    if (name === undefined) return 'maybe'
    const demanded = words.get(name)
    if (demanded === undefined) return 'no'
    const given = ofField.map((leaf) => (typeof leaf.equals === 'string' ? [leaf.equals] : leaf.containsAny))
    const values = given.flatMap((each) => each?.map((value) => value.toLowerCase()) ?? [])
    if (demanded.every((word) => values.includes(word.toLowerCase()))) return 'yes'
    // Azure then compares by something else.
    return given.every((each) => each) ? 'no' : 'maybe'
  })
  return matches.includes('yes') ? 'yes' : matches.includes('maybe') ? 'maybe' : 'no'
}
