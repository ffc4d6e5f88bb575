import { findDigestDay } from '../../notices/digest-day.ts'
import { noticeAgeMs } from '../../notices/notice.ts'
import type { RuntimeParts } from '../runtime-parts.ts'

const sweepLeaseMs = 60_000
const deletedAtOnce = 500
const piecesMax = 100

/** What time brings: findings and waivers to tell, digests, the end of what is old. In one of the processes. */
export async function sweepNotices(
  { store, clock }: Pick<RuntimeParts, 'store' | 'clock'>,
  owner: string,
): Promise<void> {
  if (!(await store.leases.acquire('notices', owner, sweepLeaseMs, clock.nowMs()))) return
  try {
    const nowMs = clock.nowMs()
    await store.notices.tellTimes(nowMs)
    for (const webhook of await store.notices.listDaily()) {
      const { organizationId, digestDay } = webhook
      if (organizationId === null) continue
      const timeZone = (await store.webhooks.findTimeZone(organizationId)) ?? 'UTC'
      const day = findDigestDay(nowMs, timeZone)
      if (digestDay !== null && digestDay >= day) continue
      await store.notices.tellDigest({ webhook, organizationId, day, timeZone, nowMs })
    }
    for (let piece = 0; piece < piecesMax; piece++)
      if ((await store.notices.deleteOlder(nowMs - noticeAgeMs, deletedAtOnce)) === 0) break
  } finally {
    await store.leases.release('notices', owner)
  }
}
