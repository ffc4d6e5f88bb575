import { createThrottledLog } from '../../service/queue/throttled-log.ts'
import { Ticker } from '../../service/queue/ticker.ts'
import type { Uses } from '../parts/runtime-parts.ts'

/** An entry has its place within this time, while a process takes work. */
const everyMs = 500
/** So that a transaction ends soon, and others get their turn. */
const entriesAtOnce = 2_000
const organizationsAtOnce = 100

/** Gives waiting entries of one log their places. Any number of processes may do so at once: each waits for the others. */
export async function numberEntries({ store }: Uses<'log'>, organizationId: string): Promise<void> {
  while ((await store.log.number(organizationId, entriesAtOnce)) === entriesAtOnce);
}

/** Numbers the entries of all logs, until it is stopped. Where another process does so, this one has nothing to do. */
export function startNumbering(parts: Uses<'log', 'logger'>): Pick<Ticker, 'stop'> {
  const onError = createThrottledLog(parts.logger, 'Entries of the log have no place yet; they wait')
  const ticker = new Ticker(async () => {
    const { log } = parts.store
    for (const organizationId of await log.listWaiting(organizationsAtOnce))
      while ((await log.number(organizationId, entriesAtOnce, { waits: false })) === entriesAtOnce);
  }, onError)
  ticker.start(everyMs)
  return ticker
}
