import { tryLease } from '../auth/lease.ts'
import { Sweeper } from '../engine/sweeper.ts'
import { createThrottledLog } from '../engine/throttled-log.ts'
import { Ticker } from '../engine/ticker.ts'
import { sessionIdleMs } from '../workspace/web-sessions.ts'
import type { Uses } from './runtime-parts.ts'

const everyMs = 300_000
/** Longer than any first test of a connection, so that one that is under way elsewhere is left alone. */
const pendingLifeMs = 600_000
const leaseName = 'expiry'

/** Deletes what is over, in one of the processes on the store, until it is stopped. Findings that are listed by their connection follow it. */
export function startExpiry({
  store,
  clock,
  logger,
  closing,
}: Uses<'expiry' | 'leases' | 'findings', 'clock' | 'logger' | 'closing'>): Pick<Ticker, 'stop'> {
  const ticker = new Ticker(
    async () => {
      const nowMs = clock.nowMs()
      const times = { nowMs, unusedSinceMs: nowMs - sessionIdleMs, pendingSinceMs: nowMs - pendingLifeMs }
      const sweeper = new Sweeper({ share: 'background', signal: closing })
      const relisting = new Sweeper({ share: 'removal', signal: closing })
      await tryLease(store.leases, clock, leaseName, async () => {
        await sweeper.takeAll((rows) => store.expiry.deleteSome(times, rows))
        await relisting.takeAll((rows) => store.findings.relist(rows))
      })
    },
    createThrottledLog(logger, 'What has expired could not be deleted; it is of no use to anybody'),
  )
  ticker.start(everyMs)
  return ticker
}
