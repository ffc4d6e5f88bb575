import { Alive } from './alive.ts'
import type { Engine, EngineOptions } from './engine.ts'
import { Presence } from './presence.ts'
import { putBack } from './put-back.ts'
import type { QueuedRun } from './queue.ts'
import { QueueRoom } from './queue-capacity.ts'
import { RunsInFlight } from './runs-in-flight.ts'
import { createThrottledLog } from './throttled-log.ts'
import { Ticker } from './ticker.ts'

/**
 * Runs in this process, from a queue of rows, which survives the process and which several processes may share. A run
 * is executed where it was requested. Any free process takes scheduled runs and those of a dead process.
 */
export function createLocalEngine(options: EngineOptions): Engine {
  const { store, clock, logger, execute, listConnectorIds, takes, concurrency, perOrganization, leaseMs, pollMs } =
    options
  const { queue } = store
  const inFlight = new RunsInFlight(execute, logger)
  const room = new QueueRoom(queue, options)
  const alive = new Alive()
  /** Places that are reserved for runs that are about to enter the queue. */
  let promised = 0
  let isStopped = false
  /** Whether a run may wait that could not begin when we looked last. */
  let mayWait = false
  let unwatch = () => {}
  const tell = createThrottledLog(logger, 'The queue of runs could not be read')

  const presence = new Presence({
    store,
    logger,
    leaseMs,
    nowMs: clock.nowMs,
    onLost: () => {
      inFlight.loseAll()
      alive.clear()
    },
    onReleased: () => look(),
  })
  const look = () => {
    mayWait = true
    claiming.trigger()
  }

  const begin = async (run: QueuedRun) => {
    const outcome = await inFlight.begin(run)
    alive.delete(run.runId)
    if (outcome !== 'ended' && !isStopped) await putBack({ queue, run, outcome, isStopped: () => isStopped })
    if (mayWait || outcome !== 'ended') claiming.trigger()
  }
  const free = () => concurrency - inFlight.size - promised

  const claiming = new Ticker(async () => {
    // An idle process writes nothing, not even its presence.
    mayWait = !isStopped && (await queue.hasWaiting())
    if (!mayWait) return
    while (free() > 0 && !isStopped) {
      const owner = takes ? await presence.enter() : presence.id
      const by = {
        owner,
        ownOnly: !takes,
        connectorIds: listConnectorIds(),
        limit: free(),
        nowMs: clock.nowMs(),
        perOrganization,
      }
      const claimed = await queue.claim(by)
      for (const run of claimed) void begin(run)
      if (claimed.length < by.limit) return
    }
  }, onError)
  const ending = new Ticker(async () => {
    for (const runId of await queue.listCancelled(presence.id)) await cancelHere(runId)
  }, onError)
  const observing = new Ticker(() => presence.observe(), onError)

  function onError(error: unknown) {
    if (!isStopped) tell(error)
  }

  async function cancelHere(runId: string): Promise<boolean> {
    if (inFlight.cancel(runId)) return true
    const run = await queue.withdraw(runId, await presence.enter())
    if (run) void begin(run)
    return run !== undefined
  }

  if (takes) {
    claiming.start(pollMs)
    observing.start(leaseMs / 3)
    observing.trigger()
    unwatch = store.watchQueue(look)
  }

  return {
    dispatch: undefined,
    hasRoom: (organizationId) => room.has(organizationId),
    wake: look,
    async enqueue(entry) {
      await room.take(entry.run.organizationId)
      const owner = await presence.enter()
      for (const ticker of [claiming, ending]) ticker.start(pollMs)
      observing.start(leaseMs / 3)
      const canBegin = free() > 0 && !isStopped
      if (canBegin) promised++
      let queued: QueuedRun
      try {
        queued = await queue.insert({ ...entry, owner, begin: canBegin, perOrganization })
      } finally {
        if (canBegin) promised--
      }
      alive.add(queued.runId)
      if (queued.state === 'running') void begin(queued)
      else {
        // It may be waiting for a process that no longer exists.
        observing.trigger()
        look()
      }
      return queued
    },
    cancel: async (runId) => (await cancelHere(runId)) || queue.requestCancel(runId),
    async stop({ graceMs, unfinished }) {
      isStopped = true
      unwatch()
      alive.clear()
      for (const ticker of [claiming, ending, observing]) await ticker.stop()
      await inFlight.waitForAll(graceMs)
      if (unfinished === 'cancel') inFlight.cancelAll()
      else inFlight.loseAll()
      await inFlight.waitForAll()
      await presence.leave()
    },
  }
}
