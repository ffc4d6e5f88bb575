import type { BaseContext, Resource, VendorClient } from 'checkwright'
import { type DiagnosticSetting, DiagnosticSettings } from './responses.ts'

/** The logs of a resource that are sent to a workspace, a storage account or an event hub. */
interface SentLogs {
  /** Names of the settings that send them, and of those that send nothing. */
  readonly names: readonly string[]
  /** Categories that are sent. */
  readonly sent: ReadonlySet<string>
  /** Groups of categories that are sent; empty for one without a name. */
  readonly groups: readonly string[]
  /** Categories, and groups of them, of settings whose destination this version of the API does not show: a partner of Microsoft. */
  readonly elsewhere: ReadonlySet<string>
  /** Why a setting cannot be read; undefined if all can. */
  readonly unreadable: string | undefined
}

/** Where the logs of a resource are sent. The path is below the subscription; the subscription's own is empty. */
async function fetchSentLogs(ctx: VendorClient, path: string): Promise<SentLogs> {
  const { value } = await ctx.get(`${path}/providers/Microsoft.Insights/diagnosticSettings`, {
    query: { 'api-version': '2017-05-01-preview' },
    schema: DiagnosticSettings,
  })
  const settings = value.flatMap(({ record }) => record ?? [])
  const listLogs = (from: readonly DiagnosticSetting[]) =>
    from.flatMap(({ properties }) => properties.logs ?? []).filter(({ enabled }) => enabled)
  const logs = listLogs(settings.filter(hasDestination))
  // A setting has a destination: https://learn.microsoft.com/azure/azure-monitor/platform/diagnostic-settings#destinations
  const elsewhere = listLogs(settings.filter((setting) => !hasDestination(setting)))
  const groups = logs.flatMap(({ category, categoryGroup }) => (category ? [] : [categoryGroup ?? '']))
  return {
    names: settings.map(({ name }) => name),
    sent: new Set(logs.flatMap(({ category }) => category || [])),
    groups,
    elsewhere: new Set(elsewhere.flatMap(({ category, categoryGroup }) => category || categoryGroup || [])),
    unreadable: value.flatMap((each) => each.unreadable ?? [])[0],
  }
}

function hasDestination({ properties }: DiagnosticSetting): boolean {
  const { storageAccountId, serviceBusRuleId, eventHubAuthorizationRuleId, workspaceId } = properties
  return Boolean(storageAccountId || serviceBusRuleId || eventHubAuthorizationRuleId || workspaceId)
}

/** Reports whether the demanded categories of a resource's log are sent. */
export async function reportSentLogs(
  ctx: VendorClient & Pick<BaseContext, 'pass' | 'fail' | 'manual' | 'undecided'>,
  {
    resource,
    path,
    demanded,
    groups: known = [],
    what,
    menu,
  }: {
    readonly resource: Resource
    readonly path: string
    readonly demanded: readonly string[]
    /** Groups of the resource that hold each of them, beside that of all. What is in another one depends on the resource. */
    readonly groups?: readonly string[]
    /** How titles name the log, such as "The activity log". */
    readonly what: string
    /** Where the Azure portal shows the settings. */
    readonly menu: string
  },
): Promise<void> {
  const { names, sent, groups, elsewhere, unreadable } = await fetchSentLogs(ctx, path)
  const wholeGroups = ['allLogs', ...known]
  const whole = groups.filter((group) => wholeGroups.includes(group))
  const missing = whole.length > 0 ? [] : demanded.filter((each) => !sent.has(each))
  const isElsewhere = wholeGroups.some((group) => elsewhere.has(group))
  const lacking = isElsewhere ? [] : missing.filter((each) => !elsewhere.has(each))
  const evidence = { settings: names, sent: [...sent, ...new Set(whole)].sort(), missing }
  if (missing.length === 0) ctx.pass({ resource, title: `${what} is exported`, evidence })
  else if (unreadable !== undefined) {
    const because = `No setting that can be read sends ${missing.join(', ')}, and one cannot be read: ${unreadable}.`
    ctx.undecided({ resource, because, kind: 'schema_drift' })
  } else if (lacking.length === 0) {
    ctx.manual({
      resource,
      title: `${what} is sent to a place that Azure does not show`,
      description: `Look under ${menu} which partner of Microsoft gets ${missing.join(', ')}, and how long it is kept there.`,
      evidence,
    })
  } else if (groups.length > 0) {
    ctx.manual({
      resource,
      title: `${what} is exported by a group of categories`,
      description: `Look under ${menu} whether the group has ${missing.join(', ')}.`,
      evidence,
    })
  } else {
    ctx.fail({
      resource,
      title: `${what} is not exported: ${lacking.join(', ')}`,
      remediation: `Open ${menu} in the Azure portal. Add a diagnostic setting that sends ${lacking.join(', ')} to a Log Analytics workspace or a storage account.`,
      evidence,
    })
  }
}
