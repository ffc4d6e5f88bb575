import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Notice } from '../../../src/service/notices/notice.ts'
import { makeKeyText } from '../../../src/service/store/keys/parse-keys.ts'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { locateChild } from '../../setup/locate-child.ts'
import { describePostgres, emptyTables, testPostgres } from '../../setup/postgres.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { createConnection, createCredentials } from '../all-stores/records.ts'
import type { Task } from '../runtime/children/deliver-notices.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { type Arrival, startReceiver, verifyArrival } from './receiver.ts'

/** How many notices of how many connections. */
const [many, connections] = isSoak ? [10_000, 200] : [160, 40]
const failingShare = 0.3
/** Hours between attempts pass in seconds. */
const speed = isSoak ? 400 : 50
const soakMs = 1_200_000

/** Random numbers that are the same in every run. */
function createDraw(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test(
  'of notices for an endpoint that fails 30 % of the time, none is lost or out of order when two workers are killed',
  () => story(`sqlite:${join(createTempFolder(), 'store.db')}`, 10_000 * speed),
  isSoak ? soakMs : undefined,
)

if (isSoak)
  describePostgres('on PostgreSQL', () => {
    test('the same', { timeout: soakMs }, async () => {
      const url = await testPostgres()
      await emptyTables(url)
      // Leases are by the time of the database, which is nobody's to speed up.
      await story(url, 30_000)
    })
  })

async function story(store: string, leaseMs: number): Promise<void> {
  const keys = makeKeyText()
  const startMs = Date.now()
  const receiver = createFailingReceiver()
  const { url } = await startReceiver(receiver.answer)
  const { runtime } = await openRuntimeWith({ connectors: [], store, keys, worker: false })
  const given = { organizationId: 'acme', name: 'Ours', sink: 'webhook', url } as const
  const { secret = '' } = await runtime.webhooks.create(given)
  receiver.secret = secret
  await tellMany(store, startMs)
  const begin = async (aheadMs: number) => startWorker({ store, keys, speed, leaseMs, startMs, aheadMs })

  const first = await Promise.all([begin(0), begin(0)])
  await waitFor(() => receiver.accepted.size > many / 4)
  first[0].kill('SIGKILL')
  await waitFor(() => receiver.accepted.size > many / 2)
  first[1].kill('SIGKILL')
  await Promise.all(first.map(({ ended }) => ended))
  const killedAt = receiver.accepted.size
  // In the short form, the clock of those that follow says that the leases of the dead are over.
  const aheadMs = isSoak ? 0 : 60_000 * speed
  await Promise.all([begin(aheadMs), begin(aheadMs)])
  await waitFor(() => receiver.accepted.size === many)

  expect(killedAt).toBeLessThan(many)
  expect(receiver.mistakes).toEqual([])
  expect(receiver.refused).toBeGreaterThan(many * failingShare * 0.7)
  if (isSoak)
    console.log(
      `${store.split(':')[0]}: ${many} notices of ${connections} connections, ${receiver.requests} requests, ${receiver.refused} refused, ${receiver.requests - receiver.refused - many} accepted twice, two workers killed at ${killedAt}, ${Math.round((Date.now() - startMs) / 1_000)} s`,
    )
}

/** States of connections change in turns. Each change is told in its transaction. */
async function tellMany(url: string, startMs: number): Promise<void> {
  const store = await openStore(url)
  for (let n = 0; n < connections; n++) await store.connections.insert(createConnection(`c${n}`), createCredentials())
  for (let n = 0; n < many; n++) {
    const state = Math.floor(n / connections) % 2 === 0 ? 'needs_reauth' : 'active'
    await store.connections.update(`c${n % connections}`, { state }, startMs - many + n)
  }
  await store.close()
}

/** Refuses some of the requests, and notes whatever is wrong with one. */
function createFailingReceiver() {
  const draw = createDraw(20_260_501)
  const accepted = new Map<string, Notice>()
  const newest = new Map<string, Notice>()
  const refusals = new Map<string, number>()
  const receiver = {
    secret: '',
    requests: 0,
    refused: 0,
    accepted,
    mistakes: [] as string[],
    answer: (arrival: Arrival): number => {
      receiver.requests++
      const notice = verifyArrival(arrival, receiver.secret)
      const stream = String(notice.data.connectionId)
      const last = newest.get(stream)
      const next = !last || last.type === 'connection.recovered' ? 'connection.needs_reauth' : 'connection.recovered'
      // It is the next one of its connection, or the newest again.
      const isInOrder = notice.id === last?.id || (notice.type === next && (!last || last.createdAt < notice.createdAt))
      if (!isInOrder) receiver.mistakes.push(`${stream}: ${notice.createdAt} after ${last?.createdAt}`)
      const refusedBefore = refusals.get(notice.id) ?? 0
      // Longer series are for the long form, where minutes of waiting do not matter.
      if (draw() < failingShare && (isSoak || refusedBefore < 2)) {
        refusals.set(notice.id, refusedBefore + 1)
        receiver.refused++
        return 503
      }
      accepted.set(notice.id, notice)
      newest.set(stream, notice)
      return 204
    },
  }
  return receiver
}

const program = await locateChild(import.meta.url, '../runtime/children/deliver-notices.ts')

async function startWorker(task: Task) {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  if (child.stdout) await Promise.race([once(child.stdout, 'data'), ended])
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
}

function waitFor(is: () => boolean) {
  return expect.poll(is, { timeout: isSoak ? soakMs : 50_000, interval: isSoak ? 200 : 20 }).toBe(true)
}
