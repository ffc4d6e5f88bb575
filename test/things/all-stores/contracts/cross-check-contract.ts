import { describe, expect, onTestFinished, test } from 'vitest'
import { createFindingId } from '../../../../src/checks/results/finding-id.ts'
import type { RecordedRun } from '../../../../src/checks/runs/recorded-run.ts'
import { crossCheckConnectorId, type ResultStatus } from '../../../../src/define/index.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { createToldRun } from '../kept-runs.ts'
import { addOrganizations, createConnection, createCredentials } from '../records.ts'

const organizationId = 'acme'
const subject = { organizationId, connectionId: organizationId, connectorId: crossCheckConnectorId }

function createId(resourceId: string): string {
  return createFindingId({ ...subject, checkId: 'leavers', resource: { type: 'account', id: resourceId } })
}

/** A run of `leavers`, over the connections of its scopes. */
function judgeRun(
  id: string,
  atMs: number,
  results: readonly (readonly [resourceId: string, status: ResultStatus])[],
  scopes: Readonly<Record<string, boolean>>,
): RecordedRun {
  const told = createToldRun({ id, atMs, checks: { leavers: { results: [] } } })
  const records = results.map(([resourceId, status]) => ({
    status,
    resource: { type: 'account', id: resourceId },
    title: status,
    evidence: null,
    findingId: createId(resourceId),
  }))
  const isWhole = Object.values(scopes).every(Boolean)
  const crossCheck = {
    schema: 'checkwright.run/v1',
    kind: 'cross-check',
    id,
    organizationId,
    startedAt: told.head.startedAt,
    finishedAt: told.head.finishedAt,
    status: 'fail',
    replayable: true,
    inputs: { now: told.head.startedAt, systems: [], directory: { sources: [], departures: [] } },
    scopes: Object.entries(scopes).map(([connectionId, complete]) => ({ connectionId, complete })),
    checks: told.head.checks.map((check) =>
      isWhole
        ? { ...check, complete: true }
        : {
            ...check,
            complete: false,
            status: 'error',
            error: { kind: 'incomplete_data', code: 'CHECK_UNDECIDED', message: 'Some', retryable: false },
          },
    ),
    summary: told.head.summary,
  }
  return {
    head: { ...told.head, checks: crossCheck.checks, crossCheck } as unknown as RecordedRun['head'],
    results: async function* () {
      yield* records
    },
  }
}

/** Runs of cross-checks, in every store. */
export function describeCrossCheckContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    await store.connections.insert(createConnection('c1'), createCredentials())
    return store
  }
  const enqueue = (store: Store, id: string, atMs: number, crossCheckId = 'leavers') =>
    store.queue.insert({
      run: { ...subject, id, crossCheckId, startedAtMs: atMs, trigger: 'request' },
      request: { checks: [crossCheckId] },
    })
  const finish = async (store: Store, run: RecordedRun, isUndecided?: (id: string) => boolean) => {
    const atMs = Date.parse(run.head.startedAt)
    await enqueue(store, run.head.id, atMs)
    await store.runs.finish(run.head.id, { status: run.head.status, finishedAtMs: atMs + 1, run, isUndecided })
  }
  const listStates = async (store: Store) =>
    (await store.findings.list({ organizationId, state: ['open', 'regressed', 'resolved'] }))
      .map(({ state, result }) => `${result.resource.id} ${state}`)
      .toSorted()

  describe(`${name}: cross-checks`, () => {
    test('a run has its organization for a subject, which is no connection', async () => {
      const store = await open()
      const before = await store.connections.list({ organizationId })
      await enqueue(store, 'r1', 1_000)
      await enqueue(store, 'r2', 2_000, 'other')

      expect(await store.runs.list({ organizationId, crossCheckId: 'leavers' })).toMatchObject([
        { id: 'r1', ...subject, crossCheckId: 'leavers', trigger: 'request' },
      ])
      expect(await store.connections.list({ organizationId })).toEqual(before)
      expect(await store.connections.find(organizationId)).toBeUndefined()
      expect(await store.connections.count({ organizationId })).toBe(before.length)
      expect(await store.connections.search({ organizationId, order: 'name', limit: 10 })).toHaveLength(before.length)
      expect(await store.runs.list({ organizationId: 'other' })).toEqual([])
    })

    test('one of an organization runs at a time, and no organization that there is not has any', async () => {
      const store = await open()
      await enqueue(store, 'r1', 1_000)
      await enqueue(store, 'r2', 1_000, 'other')
      const by = { owner: 'me', ownOnly: false, connectorIds: [crossCheckConnectorId], limit: 5, nowMs: 5_000 }

      expect((await store.queue.claim(by)).map(({ runId }) => runId)).toEqual(['r1'])
      await expect(
        store.queue.insert({
          run: {
            id: 'r3',
            organizationId: 'nobody',
            connectionId: 'nobody',
            connectorId: crossCheckConnectorId,
            crossCheckId: 'leavers',
            startedAtMs: 1,
            trigger: 'request',
          },
          request: {},
        }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('findings resolve as gone within whole scopes alone, and not where the run could not tell', async () => {
      const store = await open()
      const failing = [
        ['c1/ada', 'fail'],
        ['c1/bob', 'fail'],
        ['c2/ada', 'fail'],
        ['c3/ada', 'fail'],
      ] as const
      await finish(store, judgeRun('r1', 1_000, failing, { c1: true, c2: true, c3: true }))
      const undecided = createId('c1/bob')
      await finish(store, judgeRun('r2', 2_000, [], { c1: true, c2: false }), (id) => id === undecided)
      const partial = await listStates(store)
      await finish(store, judgeRun('r3', 3_000, [], { c1: true, c2: true }), () => false)

      // c3 was in no scope: nobody looked, as long as something else was not whole.
      expect(partial).toEqual(['c1/ada resolved', 'c1/bob open', 'c2/ada open', 'c3/ada open'])
      expect(await listStates(store)).toEqual([
        ...['c1/ada resolved', 'c1/bob resolved', 'c2/ada resolved', 'c3/ada resolved'],
      ])
      expect((await store.runs.findRecorded('r3'))?.head).toMatchObject({
        connector: { id: crossCheckConnectorId },
        connectionId: organizationId,
        crossCheck: { schema: 'checkwright.run/v1', kind: 'cross-check', scopes: [{}, {}] },
      })
      expect(await store.findings.newestOutcomes({ organizationId })).toMatchObject([
        { ...subjectOutcome(), runId: 'r3' },
      ])
    })

    test('retention counts the runs of each cross-check for itself', async () => {
      const store = await open()
      for (const [id, atMs, crossCheckId] of [
        ['r1', 1_000, 'leavers'],
        ['r2', 2_000, 'leavers'],
        ['r3', 3_000, 'leavers'],
        ['o1', 1_500, 'other'],
      ] as const) {
        await enqueue(store, id, atMs, crossCheckId)
        const run = createToldRun({ id, atMs, checks: {} })
        await store.runs.finish(id, { status: 'pass', finishedAtMs: atMs, run })
      }
      const subjects = await store.retention.listSubjectsOf({ id: organizationId, organizationId })
      const deletable = await Promise.all(
        subjects.map(async (each) => {
          const throughMs = (await store.retention.findSurplus(each, 2))?.startedAtMs ?? 0
          return store.retention.judgeRuns(each, { after: undefined, throughMs, limit: 10 })
        }),
      )
      const ofAll = { after: undefined, throughMs: 9_000, limit: 10 }
      const old = await store.retention.judgeRuns({ organizationId }, ofAll)

      expect(subjects.map(({ crossCheckId }) => crossCheckId).toSorted()).toEqual(['leavers', 'other'])
      expect(deletable.flat()).toMatchObject([{ id: 'r1', mayGo: true }])
      // The newest run of each stays, also where those of others are newer.
      expect(old.filter(({ mayGo }) => mayGo).map(({ id }) => id)).toEqual(['r1', 'r2'])
      expect(await store.retention.listSubjectsOf({ id: 'c1', organizationId })).toEqual([
        { connectionId: 'c1', crossCheckId: null },
      ])
    })

    test('a schedule of cross-checks is not among those of connections', async () => {
      const store = await open()
      await store.schedules.put({
        ...subject,
        cron: '0 6 * * *',
        timeZone: 'UTC',
        checks: ['leavers'],
        inventories: null,
        spread: 0,
        createdAtMs: 1,
        updatedAtMs: 1,
        nextAtMs: 10,
        computedAtMs: 1,
        lastRunId: null,
        skippedBecause: null,
      })

      expect(await store.schedules.find(organizationId, organizationId)).toMatchObject({ checks: ['leavers'] })
      expect(await store.schedules.list({ organizationId })).toEqual([])
      expect(await store.schedules.listNext({ organizationId, limit: 10 })).toEqual([])
      expect(await store.schedules.listDue(20, [crossCheckConnectorId], 10)).toHaveLength(1)
    })

    test('variables of a cross-check are replaced, and belong to one organization', async () => {
      const store = await open()
      const put = (variables: Readonly<Record<string, number>>) =>
        store.crossCheckVariables.put({ organizationId, crossCheckId: 'leavers', variables })
      await put({ grace_days: 3, max_age_hours: 24 })
      await put({ grace_days: 2 })

      expect(await store.crossCheckVariables.list(organizationId)).toEqual([
        { organizationId, crossCheckId: 'leavers', variables: { grace_days: 2 } },
      ])
      expect(await store.crossCheckVariables.list('other')).toEqual([])
      await expect(
        store.crossCheckVariables.put({ organizationId: 'nobody', crossCheckId: 'leavers', variables: {} }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('an expectation lasts until it ends, begins once however many see it, and may begin again', async () => {
      const store = await open()
      const check = { organizationId, connectorId: crossCheckConnectorId, checkId: 'leavers' }
      await store.expectations.begin([{ ...check, fromMs: 10 }])
      await store.expectations.begin([
        { ...check, fromMs: 20 },
        { ...check, checkId: 'left-devices', fromMs: 20 },
      ])
      await store.expectations.end([check], 30)
      await store.expectations.end([check], 40)
      await store.expectations.begin([{ ...check, fromMs: 50 }])

      expect(await store.expectations.list(organizationId)).toEqual([
        { ...check, fromMs: 10, untilMs: 30 },
        { ...check, fromMs: 50, untilMs: null },
        { ...check, checkId: 'left-devices', fromMs: 20, untilMs: null },
      ])
      expect(await store.expectations.list('other')).toEqual([])
      await expect(store.expectations.begin([{ ...check, organizationId: 'nobody', fromMs: 1 }])).rejects.toMatchObject(
        { code: 'NOT_FOUND' },
      )
    })

    test('a change of inventories is claimed once, and again only after another', async () => {
      const store = await open()
      const stage = async (id: string, atMs: number) => {
        const inventory = { id, organizationId, connectionId: 'c1', of: 'account', part: null } as const
        await store.inventories.stage({ ...inventory, runId: `run-${id}`, readAtMs: atMs, count: 0 }, none())
        await store.queue.insert({
          run: {
            id: `run-${id}`,
            organizationId,
            connectionId: 'c1',
            connectorId: 'github',
            startedAtMs: atMs,
            trigger: 'request',
          },
          request: {},
        })
        const run = createToldRun({ id: `run-${id}`, atMs, checks: {} })
        const inventories = [{ id, sealedHead: 'head' }]
        await store.runs.finish(`run-${id}`, { status: 'pass', finishedAtMs: atMs, run, inventories })
      }
      await stage('a1', 1_000)
      const [seen] = await store.inventoryChanges.listUnjudged({ fromMs: 500, toMs: 5_000 }, 10)
      const claims = seen ? await Promise.all([1, 2].map(() => store.inventoryChanges.claim(seen, 2_000))) : []
      const judged = await store.inventoryChanges.listUnjudged({ fromMs: 9_000, toMs: 90_000 }, 10)
      await stage('a2', 3_000)

      expect(seen).toEqual({ organizationId, judgedAtMs: 0 })
      expect(claims.toSorted()).toEqual([false, true])
      expect(judged).toEqual([])
      expect(await store.inventoryChanges.listUnjudged({ fromMs: 1_999, toMs: 5_000 }, 10)).toEqual([])
      expect(await store.inventoryChanges.listUnjudged({ fromMs: 2_000, toMs: 5_000 }, 10)).toEqual([
        { organizationId, judgedAtMs: 2_000 },
      ])
      // The clock was set back since it was judged.
      expect(await store.inventoryChanges.listUnjudged({ fromMs: 500, toMs: 1_500 }, 10)).toEqual([
        { organizationId, judgedAtMs: 2_000 },
      ])
    })
  })
}

function subjectOutcome() {
  return { connectionId: organizationId, connectorId: crossCheckConnectorId, checkId: 'leavers' }
}

async function* none(): AsyncGenerator<never> {}
