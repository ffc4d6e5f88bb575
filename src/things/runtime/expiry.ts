import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { tryLease } from '../../auth/lease.ts'
import { Sweeper } from '../../service/queue/sweeper.ts'
import { createThrottledLog } from '../../service/queue/throttled-log.ts'
import { Ticker } from '../../service/queue/ticker.ts'
import { sessionIdleMs } from '../../service/records/web-sessions.ts'
import type { Uses } from '../parts/runtime-parts.ts'

const everyMs = 300_000
/** Longer than any first test of a connection, so that one that is under way elsewhere is left alone. */
const pendingLifeMs = 600_000
const leaseName = 'expiry'
const grantsAtOnce = 100

type Expires = Uses<'expiry' | 'leases' | 'findings' | 'connections', 'clock' | 'logger' | 'closing'>
type Revoke = (record: ConnectionRecord) => Promise<void>

/**
 * Deletes what is over, in one of the processes on the store, until it is stopped. Findings that are listed by their connection follow it.
 * @param revoke ends the tokens of a connection at the vendor; does not throw
 */
export function startExpiry(parts: Expires, revoke: Revoke): Pick<Ticker, 'stop'> {
  const { store, clock, logger, closing } = parts
  const ticker = new Ticker(
    async () => {
      const nowMs = clock.nowMs()
      const times = { nowMs, unusedSinceMs: nowMs - sessionIdleMs, pendingSinceMs: nowMs - pendingLifeMs }
      const sweeper = new Sweeper({ share: 'background', signal: closing })
      const relisting = new Sweeper({ share: 'removal', signal: closing })
      await tryLease(store.leases, clock, leaseName, async () => {
        await revokeLeft(parts, revoke, times.pendingSinceMs)
        await sweeper.takeAll((rows) => store.expiry.deleteSome(times, rows))
        await relisting.takeAll((rows) => store.findings.relist(rows))
      })
    },
    createThrottledLog(logger, 'What has expired could not be deleted; it is of no use to anybody'),
  )
  ticker.start(everyMs)
  return ticker
}

/** Nobody else has the tokens of a new connection whose process ended before its first test, so they must not stay valid at the vendor. */
async function revokeLeft({ store, closing }: Expires, revoke: Revoke, pendingSinceMs: number): Promise<void> {
  for (;;) {
    const left = await store.expiry.listLeftGrants(pendingSinceMs, grantsAtOnce)
    if (left.length === 0) return
    for (const record of left) {
      if (closing.aborted) return
      await revoke(record)
      await store.connections.discardPending(record.id)
    }
  }
}
