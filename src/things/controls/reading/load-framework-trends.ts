import type { ControlState } from '../../../checks/controls/evaluate-controls.ts'
import type { TimeSpan } from '../../../checks/runs/run-store.ts'
import { formatDay } from '../../../text/calendar-day.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { judgeConnections } from './judge-connections.ts'

const dayMs = 86_400_000
/** As far as it looks back, and how far the days that it judges are apart. */
const trendDays = 91
const stepDays = 7
/** To judge a past day reads the newest run of each connection. */
const connectionsMax = 100

/** How many controls were in each state at the end of a day. */
export interface FrameworkDay {
  readonly day: string
  readonly summary: Readonly<Record<ControlState, number>>
}

/**
 * The states of frameworks at the end of one day a week, as these days are judged on their own; the oldest first, without the present.
 * @returns by id of the framework. undefined: there are too many connections to judge as many days in passing
 */
export async function loadFrameworkTrends(
  runtime: Runtime,
  organizationId: string,
  { frameworks, within }: { readonly frameworks: readonly string[]; readonly within: TimeSpan | undefined },
): Promise<ReadonlyMap<string, readonly FrameworkDay[]> | undefined> {
  if ((await runtime.connections.count({ organizationId })) > connectionsMax) return undefined
  const endMs = within?.toMs ?? runtime.workspace.clock.nowMs()
  const trends = new Map<string, FrameworkDay[]>(frameworks.map((id) => [id, []]))
  for (let back = trendDays; back > 0; back -= stepDays) {
    const toMs = Math.floor((endMs - back * dayMs) / dayMs) * dayMs + dayMs - 1
    const fromMs = within?.fromMs ?? 0
    if (toMs < fromMs) continue
    const judged = await judgeConnections(runtime, organizationId, { frameworks, within: { fromMs, toMs } })
    for (const { id, summary } of judged.frameworks) trends.get(id)?.push({ day: formatDay(toMs), summary })
  }
  return trends
}
