import { findDigestDay } from '../../service/notices/digest-day.ts'
import { noticeAgeMs } from '../../service/notices/notice.ts'
import type { WebhookRecord } from '../../service/notices/webhook.ts'
import { skewMsMax } from '../../service/queue/scheduler.ts'
import { Sweeper } from '../../service/queue/sweeper.ts'
import type { RuntimeParts } from '../parts/runtime-parts.ts'

const sweepLeaseMs = 60_000
/** The rest waits for the next sweep, which comes soon. */
const deletingMs = 20_000

/** What later things do when time has passed. */
export interface TimelyWork {
  /** Before somebody looks, and before what is overdue is told: settles decisions of the organization that are over. */
  readonly settle: (organizationId: string) => Promise<void>
  /** Tells what has to be judged first. */
  readonly tellOverdue: () => Promise<void>
  /** Reads how issues of trackers are. */
  readonly readIssues: () => Promise<void>
  /** Sends letters that are no notices. */
  readonly sendLetters: () => Promise<void>
}

interface SweepOptions extends Pick<TimelyWork, 'settle'> {
  /** Of the lease. */
  readonly owner: string
  readonly closing?: AbortSignal
  /** What failed for one organization. The others have theirs all the same. */
  readonly onError: (error: unknown) => void
}

/** What time brings: findings and waivers to tell, digests, the end of what is old. In one of the processes. */
export async function sweepNotices(
  parts: Pick<RuntimeParts, 'store' | 'clock' | 'connectors' | 'crossChecks'>,
  { owner, closing = new AbortController().signal, onError, settle }: SweepOptions,
): Promise<void> {
  const { store, clock } = parts
  if (!(await store.leases.acquire('notices', owner, sweepLeaseMs, clock.nowMs()))) return
  try {
    const nowMs = clock.nowMs()
    const connectors = parts.crossChecks.withConnectors(parts.connectors.values())
    for (const organizationId of await store.waivers.listUnsettled(nowMs, connectors))
      await settle(organizationId).catch(onError)
    await store.notices.tellTimes(nowMs)
    for (const webhook of await store.notices.listDaily()) await tellDigest(parts, webhook, nowMs).catch(onError)
    const sweeper = new Sweeper({
      share: 'background',
      signal: AbortSignal.any([closing, AbortSignal.timeout(deletingMs)]),
    })
    await sweeper.takeAll((rows) => store.notices.deleteOlder(nowMs - noticeAgeMs, rows))
  } finally {
    await store.leases.release('notices', owner)
  }
}

async function tellDigest(
  { store }: Pick<RuntimeParts, 'store'>,
  webhook: WebhookRecord,
  nowMs: number,
): Promise<void> {
  const { organizationId, id, digestDay, digestedAtMs } = webhook
  if (organizationId === null) return
  const timeZone = (await store.webhooks.findTimeZone(organizationId)) ?? 'UTC'
  const day = findDigestDay(nowMs, timeZone)
  // The clock was set back since. What is told until then would be in no digest.
  if (digestedAtMs > nowMs + skewMsMax) {
    await store.webhooks.update({ organizationId, id }, { digestDay: day, digestedAtMs: nowMs })
    return
  }
  if (digestDay !== null && digestDay >= day) return
  await store.notices.tellDigest({ webhook, organizationId, day, timeZone, nowMs })
}
