import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AboutResource, Finding } from '../../../../src/checks/findings/finding-store.ts'
import { formatSearchText } from '../../../../src/checks/findings/search-text.ts'
import { computeEvidenceDigest } from '../../../../src/checks/judgements/evidence-digest.ts'
import type { JudgementFilter, StoredJudgement } from '../../../../src/checks/judgements/judgement-store.ts'
import { wholeRun } from '../../../../src/checks/runs/recorded-run.ts'
import type { RetentionScope, RunPlace } from '../../../../src/checks/runs/retention-store.ts'
import { indexWaivers } from '../../../../src/checks/waivers/waiver-index.ts'
import type { ResultStatus, RunResult } from '../../../../src/define/index.ts'
import { Sweeper } from '../../../../src/service/queue/sweeper.ts'
import type { Store } from '../../../../src/things/all-stores/store.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { createFindingIdOf, createToldRun, endRun, type ToldCheck, type ToldResult } from '../kept-runs.ts'
import { addOrganizations, createConnection, createCredentials, createWaiver, run } from '../records.ts'

const waived = { justification: 'Old.', approver: 'ada', expires: '2030-01-01' }
const dayMs = 86_400_000

/** The lasting data of runs, in every store. */
export function runDataContract(name: string, openEmpty: () => Promise<Store>): void {
  const open = async () => {
    const store = await addOrganizations(await openEmpty())
    onTestFinished(() => store.close())
    await store.connections.insert(createConnection('c1'), createCredentials())
    return store
  }
  const stateOf = async (store: Store, checkId: string, resource: string) => {
    const finding = await store.findings.find(createFindingIdOf(checkId, resource), 'acme')
    return finding && [finding.state, finding.resolution]
  }

  describe(`${name}: results`, () => {
    test('list() gives what is asked for, in order and in pages; findRecorded() gives all of it as it was', async () => {
      const store = await open()
      const many: ToldResult[] = Array.from({ length: 450 }, (_, n) => [
        `u${n}`,
        n % 3 === 0 ? 'fail' : 'pass',
        n % 9 === 0 ? { severity: 'low', waived } : {},
      ])
      const told = { id: 'r1', atMs: 1_000, checks: { mfa: { results: many }, keys: { results: many.slice(0, 3) } } }
      await endRun(store, told)
      const idsOf = async (filter: Parameters<Store['results']['list']>[1]) =>
        (await store.results.list('r1', filter)).map(({ number, result }) => [number, result.resource.id])

      expect(await idsOf({ limit: 2 })).toEqual([
        [0, 'u0'],
        [1, 'u1'],
      ])
      expect(await idsOf({ after: 449 })).toEqual([
        [450, 'u0'],
        [451, 'u1'],
        [452, 'u2'],
      ])
      expect(await idsOf({ checks: ['keys'], status: 'pass' })).toEqual([
        [451, 'u1'],
        [452, 'u2'],
      ])
      expect(await idsOf({ checks: [] })).toEqual([])
      expect(await idsOf({ checks: ['mfa'], severity: 'low', limit: 2 })).toEqual([
        [0, 'u0'],
        [9, 'u9'],
      ])
      expect(await store.results.list('r1', { status: 'fail', waived: false, limit: 1_000 })).toHaveLength(100)
      expect(await store.results.counts('r1')).toEqual({ mfa: 450, keys: 3 })
      const kept = await store.runs.findRecorded('r1')
      const whole = await wholeRun(createToldRun(told))
      expect(kept && (await wholeRun(kept))).toEqual(whole)
      const listKept = async (...checks: readonly (readonly [runId: string, checkId: string])[]) => {
        const runs: RunResult[] = []
        for await (const each of store.runs.listRecorded(checks.map(([runId, checkId]) => ({ runId, checkId }))))
          runs.push(await wholeRun(each))
        return runs
      }
      expect(await listKept(['r1', 'keys'], ['gone', 'keys'], ['r1', 'mfa'])).toEqual([whole])
      const keys = whole.checks.filter(({ id }) => id === 'keys')
      expect(await listKept(['r1', 'keys'], ['r1', 'nothing'])).toEqual([{ ...whole, checks: keys }])
      expect(await listKept()).toEqual([])
    })

    test('nothing of a run is seen before it has ended, nor of one whose results could not be read', async () => {
      const store = await open()
      await store.runs.insert(run('r1'))
      const broken = {
        ...createToldRun({ id: 'r1', atMs: 1_000, checks: { mfa: { results: [] } } }),
        results: async function* () {
          yield* Array.from({ length: 300 }, (_, n) => resultOf(`u${n}`))
          expect(await store.results.list('r1')).toEqual([])
          expect(await store.runs.findRecorded('r1')).toBeUndefined()
          throw new TypeError('The disk is gone.')
        },
      }

      const finish = store.runs.finish('r1', { status: 'fail', finishedAtMs: 2_000, run: broken })

      await expect(finish).rejects.toThrow('The disk is gone.')
      expect((await store.runs.find('r1'))?.finishedAtMs).toBeNull()
      expect([await store.results.list('r1'), await store.results.counts('r1')]).toEqual([[], {}])
      expect(await store.findings.list({ organizationId: 'acme' })).toEqual([])
      await store.runs.finish('r1', {
        status: 'pass',
        finishedAtMs: 3_000,
        run: createToldRun({ id: 'r1', atMs: 1, checks: {} }),
      })
      expect((await store.runs.findRecorded('r1'))?.head.id).toBe('r1')
    })

    test('of two that end one run at once, one is told that it was late, and its results are not there', async () => {
      const store = await open()
      await store.runs.insert(run('r1'))
      const end = (n: number) =>
        store.runs.finish('r1', {
          status: 'fail',
          finishedAtMs: 2_000,
          run: createToldRun({ id: 'r1', atMs: 1_000, checks: { mfa: { results: [[`u${n}`, 'fail']] } } }),
        })

      const ends = await Promise.allSettled([end(0), end(1)])

      const winner = ends.findIndex(({ status }) => status === 'fulfilled')
      expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect((await store.results.list('r1')).map(({ result }) => result.resource.id)).toEqual([`u${winner}`])
      expect(await store.findings.list({ organizationId: 'acme' })).toMatchObject([
        { result: { title: `u${winner} fail` } },
      ])
    })
  })

  describe(`${name}: findings`, () => {
    test('of a control are in each order and counted as the list of all says, whatever else their checks have', async () => {
      const store = await open()
      const severities = ['low', 'critical', 'medium', 'high', 'info'] as const
      const results = (name: string) =>
        Array.from(
          { length: 40 },
          (_, at): ToldResult => [
            `${name}${at}`,
            'fail',
            { severity: severities[(at * at) % (name === 'k' ? 2 : 5)] ?? 'low' },
          ],
        )
      const cut = [...Array.from({ length: 40 }, (_, at) => `long:${'x'.repeat(9)}.${at}`), 'soc2:CC6.2']
      for (const [index, check] of ['mfa', 'keys', 'guests', 'long'].entries())
        await endRun(store, {
          id: `r${index}`,
          atMs: 1_000 + index,
          checks: {
            [check]: {
              results: results(check.slice(0, 1)),
              controls: [['soc2:CC6.2'], ['iso:A.5', 'soc2:CC6.2'], ['iso:A.5', 'soc2:CC6.21'], cut][index] ?? [],
            },
          },
        })
      const acme = { organizationId: 'acme' } as const
      const everything = await store.findings.list({ ...acme, limit: 999 })
      for (const [at, { id }] of everything.entries())
        await store.findings.update({ ...acme, id }, { dueAtMs: 1 + ((at * 31) % 53) }, [])

      for (const order of ['changed', 'due', 'severity'] as const)
        for (const control of ['soc2:CC6.2', 'iso:A.5', 'soc2:CC6', 'long:xxxxxxxxx.39']) {
          const all = await store.findings.list({ ...acme, order, limit: 999 })
          const expected = all.filter(({ controls }) => controls.includes(control)).map(({ id }) => id)
          const seen: string[] = []
          for (let before: (typeof all)[number] | undefined; ; ) {
            const { findings, counts } = await store.findings.listCounted({ ...acme, control, order, limit: 7, before })
            expect(counts).toEqual({ open: expected.length, accepted: 0, resolved: 0 })
            seen.push(...findings.map(({ id }) => id))
            before = findings.at(-1)
            if (before === undefined) break
          }
          expect([order, control, seen]).toEqual([order, control, expected])
        }
      expect(everything).toHaveLength(160)
    })

    test('are opened, seen again, resolved and regressed, and tell how it went', async () => {
      const store = await open()
      const told: [string, ToldResult[]][] = [
        ['r1', [['u1', 'fail']]],
        ['r2', [['u1', 'fail', { severity: 'critical', waived, title: 'Worse' }]]],
        ['r3', [['u1', 'pass']]],
        ['r4', [['u1', 'fail']]],
        ['r5', [['u1', 'not_applicable']]],
        ['r6', [['u1', 'fail']]],
        ['r7', []],
      ]
      const seen: unknown[] = []
      for (const [index, [id, results]] of told.entries()) {
        await endRun(store, {
          id,
          atMs: 1_000 * (index + 1),
          checks: { mfa: { results, status: results.length ? 'fail' : 'pass' } },
        })
        const finding = await store.findings.find(createFindingIdOf('mfa', 'u1'), 'acme')
        seen.push([finding?.state, finding?.resolution, finding?.lastSeenAtMs, finding?.runId, finding?.severity])
      }

      expect(seen).toEqual([
        ['open', null, 1_000, 'r1', 'medium'],
        ['open', null, 2_000, 'r2', 'critical'],
        ['resolved', 'passed', 2_000, 'r2', 'critical'],
        ['regressed', null, 4_000, 'r4', 'medium'],
        ['resolved', 'not_applicable', 4_000, 'r4', 'medium'],
        ['regressed', null, 6_000, 'r6', 'medium'],
        ['resolved', 'gone', 6_000, 'r6', 'medium'],
      ])
      const history = await store.findings.history(createFindingIdOf('mfa', 'u1'))
      expect(history.map(({ change, resolution, runId, atMs }) => [change, resolution, runId, atMs])).toEqual([
        ['resolved', 'gone', 'r7', 7_000],
        ['regressed', null, 'r6', 6_000],
        ['resolved', 'not_applicable', 'r5', 5_000],
        ['regressed', null, 'r4', 4_000],
        ['resolved', 'passed', 'r3', 3_000],
        ['open', null, 'r1', 1_000],
      ])
      expect(await store.findings.history(createFindingIdOf('mfa', 'u1'), { limit: 2 })).toHaveLength(2)
    })

    test('a check that could not tell changes nothing, nor do other checks, nor what waits for a person', async () => {
      const store = await open()
      const fails: ToldCheck = {
        results: [
          ['u1', 'fail'],
          ['u2', 'fail'],
          ['u3', 'fail'],
        ],
      }
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: fails } })

      await endRun(store, { id: 'r2', atMs: 2_000, checks: { keys: { results: [['u1', 'pass']] } } })
      await endRun(store, {
        id: 'r3',
        atMs: 3_000,
        checks: {
          mfa: {
            results: [
              ['u1', 'pass'],
              ['u9', 'fail'],
            ],
            status: 'error',
          },
        },
      })
      await endRun(store, {
        id: 'r4',
        atMs: 4_000,
        // It left its list: u1 passes, and of u3 nobody knows.
        checks: {
          mfa: {
            results: [
              ['u1', 'pass'],
              ['u2', 'manual'],
            ],
            complete: false,
          },
        },
      })

      expect(await stateOf(store, 'mfa', 'u1')).toEqual(['resolved', 'passed'])
      expect(await stateOf(store, 'mfa', 'u2')).toEqual(['open', null])
      expect(await stateOf(store, 'mfa', 'u3')).toEqual(['open', null])
      expect(await stateOf(store, 'mfa', 'u9')).toBeUndefined()
      expect(await store.findings.newestOutcomes({ organizationId: 'acme' })).toMatchObject([
        { checkId: 'keys', runId: 'r2', status: 'pass', complete: true, error: null, connectorId: 'github' },
        { checkId: 'mfa', runId: 'r4', status: 'manual', complete: false },
      ])
    })

    test('what a check could tell counts where it names what it could not tell, and nothing is gone', async () => {
      const store = await open()
      const before: ToldResult[] = ['u1', 'u2', 'u3'].map((id) => [id, 'fail'])
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results: before } } })

      const results: ToldResult[] = [
        ['u1', 'pass'],
        ['u4', 'fail'],
      ]
      await endRun(store, { id: 'r2', atMs: 2_000, checks: { mfa: { results, undecided: ['u2'] } } })

      expect(await stateOf(store, 'mfa', 'u1')).toEqual(['resolved', 'passed'])
      expect(await stateOf(store, 'mfa', 'u2')).toEqual(['open', null])
      expect(await stateOf(store, 'mfa', 'u3')).toEqual(['open', null])
      expect(await stateOf(store, 'mfa', 'u4')).toEqual(['open', null])
      expect(await store.findings.newestOutcomes({ organizationId: 'acme' })).toMatchObject([
        { checkId: 'mfa', runId: 'r2', status: 'error', complete: false, error: { code: 'CHECK_UNDECIDED' } },
      ])
      expect((await store.runs.findRecorded('r2'))?.head.checks[0]).toMatchObject({
        undecided: { count: 1, first: [{ resource: { id: 'u2' } }] },
      })
    })

    test('of a check that says of a resource both good and undecided stay: nobody knows which of its results are good', async () => {
      const store = await open()
      const before: ToldResult[] = ['u1', 'u2', 'u3'].map((id) => [id, 'fail'])
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results: before } } })

      const results: ToldResult[] = [
        ['u1', 'pass'],
        ['u2', 'not_applicable'],
        ['u4', 'fail'],
      ]
      await endRun(store, { id: 'r2', atMs: 2_000, checks: { mfa: { results, undecided: ['u1'] } } })

      for (const id of ['u1', 'u2', 'u3', 'u4'])
        expect([id, await stateOf(store, 'mfa', id)]).toEqual([id, ['open', null]])
    })

    test('of a check that the connector has no more are retired, and its outcome is forgotten', async () => {
      const store = await open()
      await endRun(store, {
        id: 'r1',
        atMs: 1_000,
        checks: { old: { results: [['u1', 'fail']] }, mfa: { results: [] } },
      })

      await endRun(store, { id: 'r2', atMs: 2_000, checks: { mfa: { results: [] } } }, ['mfa', 'keys'])

      expect(await stateOf(store, 'old', 'u1')).toEqual(['resolved', 'retired'])
      const outcomes = await store.findings.newestOutcomes({ organizationId: 'acme', connectionId: 'c1' })
      expect(outcomes.map(({ checkId }) => checkId)).toEqual(['mfa'])
    })

    test('listAbout() finds one of many resources whose ids begin alike, or differ in capitals alone', async () => {
      const store = await open()
      const long = 'y'.repeat(400)
      const ids = [...Array.from({ length: 9 }, (_, index) => `${long}${index}`), 'ada', 'ADA', 'Ada', 'aDa']
      const results = ids.map((id): ToldResult => [id, 'fail'])
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results } } })

      for (const id of ids) {
        const resources = [{ connectionId: 'c1', id }]
        const found = await store.findings.listAbout({ organizationId: 'acme', resources, limit: 1 })
        expect(found.map(({ result }) => result.resource.id)).toEqual([id])
      }
    })

    test('listAbout() finds what fails for resources, whatever their ids and names', async () => {
      const store = await open()
      await store.connections.insert(createConnection('c2', { connectorId: 'okta' }), createCredentials())
      await store.connections.insert(createConnection('gone', { state: 'disconnected' }), createCredentials())
      await store.connections.insert(createConnection('theirs', { organizationId: 'other' }), createCredentials())
      const severities = ['low', 'critical', 'medium', 'high'] as const
      const long = 'y'.repeat(240)
      const ids = [
        ...[
          'u1',
          'U1',
          'u10',
          'u',
          '1',
          'c1/u1',
          'a\nb',
          'a',
          '%',
          'u_',
          'Ä😀',
          '😀',
          `${long}1`,
          `${long}2`,
          ' ',
          '\\',
          "'",
        ],
        ...[`${'z'.repeat(400)}1`, `${'😀'.repeat(260)}2`],
      ]
      const results = ids.flatMap((id, index): readonly ToldResult[] => [
        [
          id,
          'fail',
          { severity: severities[index % severities.length] ?? 'low', name: index % 3 > 0 ? `u1\n${id}` : undefined },
        ],
      ])
      const gone = { results: ids.map((id): ToldResult => [`x${id}`, 'fail']) }
      await endRun(store, { id: 'r0', atMs: 500, checks: { keys: gone } })
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results }, keys: { results: results.slice(3) } } })
      for (const connectionId of ['c2', 'gone'])
        await endRun(store, {
          id: `r-${connectionId}`,
          atMs: 2_000,
          connectionId,
          checks: { mfa: { results: results.slice(1) } },
        })
      await endRun(store, {
        id: 'r4',
        atMs: 3_000,
        connectionId: 'theirs',
        organizationId: 'other',
        checks: { mfa: { results } },
      })
      await store.waivers.insert([createWaiver('w', 'acme', { connector: 'github', resource: 'u1', connection: 'c1' })])
      await store.findings.settleWaivers({ organizationId: 'acme', nowMs: 5_000, connectors: [] })
      const all = await store.findings.list({ organizationId: 'acme', order: 'severity', limit: 1_000 })
      expect(all.length).toBe(3 * ids.length - 4)
      const about = (resources: readonly AboutResource[], limit = 1_000) =>
        store.findings.listAbout({ organizationId: 'acme', resources, limit })
      const isAbout = ({ connectionId, result }: Finding, resource: AboutResource) =>
        connectionId === resource.connectionId && result.resource.id === resource.id

      const places = ['c1', 'c2', 'gone', 'theirs'].flatMap((connectionId) => ids.map((id) => ({ connectionId, id })))
      for (const place of places) {
        expect([place, await about([place])]).toEqual([place, all.filter((finding) => isAbout(finding, place))])
      }
      expect(await about(places)).toEqual(all)
      expect(await about([...places, ...places], 7)).toEqual(all.slice(0, 7))
      expect(await about([])).toEqual([])
      expect(
        await about([
          { connectionId: 'c1', id: 'x1' },
          { connectionId: 'c1', id: 'b' },
        ]),
      ).toEqual([])
    })

    test('list() chooses, and goes on behind any finding; other organizations and disconnected accounts are not in it', async () => {
      const store = await open()
      await store.connections.insert(createConnection('c2', { connectorId: 'okta' }), createCredentials())
      await store.connections.insert(createConnection('gone', { state: 'disconnected' }), createCredentials())
      await store.connections.insert(createConnection('theirs', { organizationId: 'other' }), createCredentials())
      const mfa: ToldCheck = {
        results: [
          ['u1', 'fail', { severity: 'low' }],
          ['u2', 'fail'],
        ],
        controls: ['a%b:1'],
      }
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa, keys: { results: [['k', 'fail']] } } })
      await endRun(store, { id: 'r2', atMs: 2_000, connectionId: 'c2', checks: { mfa: { results: [['u1', 'fail']] } } })
      await endRun(store, { id: 'r3', atMs: 3_000, connectionId: 'gone', checks: { mfa } })
      await endRun(store, { id: 'r4', atMs: 3_000, connectionId: 'theirs', organizationId: 'other', checks: { mfa } })
      await endRun(store, { id: 'r5', atMs: 4_000, checks: { keys: { results: [['k', 'pass']] } } })
      const idsOf = async (filter: Partial<Parameters<Store['findings']['list']>[0]>) =>
        (await store.findings.list({ organizationId: 'acme', ...filter }))
          .map(({ connectionId, checkId, result }) => `${connectionId} ${checkId} ${result.resource.id}`)
          .toSorted()

      expect(await idsOf({})).toEqual(['c1 mfa u1', 'c1 mfa u2', 'c2 mfa u1'])
      expect(await idsOf({ state: 'resolved' })).toEqual(['c1 keys k'])
      expect(await idsOf({ state: ['open', 'resolved'] })).toHaveLength(4)
      expect(await idsOf({ connectionId: 'c1', severity: 'low' })).toEqual(['c1 mfa u1'])
      await store.waivers.insert([createWaiver('w', 'acme', { connector: 'github', resource: 'u2', connection: 'c1' })])
      await store.findings.settleWaivers({ organizationId: 'acme', nowMs: 5_000, connectors: [] })
      expect(await idsOf({ waived: true })).toEqual(['c1 mfa u2'])
      expect(await idsOf({ control: 'a%b:1' })).toEqual(['c1 mfa u1', 'c1 mfa u2'])
      expect(await idsOf({ control: 'aXb:1' })).toEqual([])
      expect(await idsOf({ checkId: 'keys' })).toEqual([])
      expect(await idsOf({ connectionId: 'gone' })).toEqual([])
      expect(await store.findings.find(createFindingIdOf('mfa', 'u1', 'theirs'), 'acme')).toBeUndefined()
      const paged: Finding[] = []
      for (let before: Finding | undefined, page: Finding[] = []; ; before = page.at(-1)) {
        page = await store.findings.list({ organizationId: 'acme', limit: 1, before })
        if (page.length === 0) break
        paged.push(...page)
      }
      expect(paged).toEqual(await store.findings.list({ organizationId: 'acme' }))
      expect(paged[0]?.connectionId).toBe('c2')
    })

    const day = (n: number) => n * 86_400_000
    const endOf = (n: number) => day(n + 1) - 1

    test('name the waiver that covers them, whatever happened since: as all waivers say about each of them', async () => {
      const checksOf = (tag: string) => [
        { id: 'mfa', title: 'mfa', tags: [tag] },
        { id: 'keys', title: 'keys', tags: ['access'] },
      ]
      const result = fc.tuple(fc.constantFrom('u1', 'u2'), fc.constantFrom<ResultStatus>('fail', 'fail', 'pass'))
      const results = fc.uniqueArray(result, { selector: ([id]) => id, maxLength: 2 })
      const connection = fc.constantFrom('c1', 'c2')
      const facts = fc.record({
        connector: fc.constantFrom('github', 'git*', ['okta', 'github']),
        check: fc.constantFrom('mfa', ['mfa', 'keys'], '*', 'k*'),
        resource: fc.constantFrom(undefined, 'u1', ['u2', 'u9']),
        tag: fc.constantFrom(undefined, undefined, 'people'),
        connection: fc.constantFrom(undefined, 'c1', ['c1', 'c2']),
        days: fc.integer({ min: 1, max: 5 }),
      })
      const step = fc.oneof(
        fc.record({ kind: fc.constant('run' as const), connection, mfa: results, keys: results }),
        fc.record({ kind: fc.constant('accept' as const), facts }),
        fc.record({ kind: fc.constant('revoke' as const), of: fc.nat(5) }),
        fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
        fc.record({ kind: fc.constant('tag' as const), tag: fc.constantFrom('people', 'machines') }),
        fc.record({ kind: fc.constant('connect' as const), state: fc.constantFrom('active', 'disconnected') }),
      )
      const organizationId = 'acme'

      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const store = await addOrganizations(await openEmpty())
          for (const id of ['c1', 'c2'])
            await store.connections.insert(createConnection(id, { updatedAtMs: 1 }), createCredentials())
          let [nowMs, tag, made] = [Date.parse('2026-05-01T12:00:00Z'), 'people', 0]
          for (const each of steps) {
            nowMs += 1_000
            if (each.kind === 'run')
              await endRun(
                store,
                {
                  id: `r${nowMs}`,
                  atMs: nowMs,
                  connectionId: each.connection,
                  checks: { mfa: { results: each.mfa }, keys: { results: each.keys } },
                },
                undefined,
                checksOf(tag),
              )
            else if (each.kind === 'accept') {
              const { days, ...waiver } = each.facts
              const expires = new Date(nowMs + days * dayMs).toISOString().slice(0, 10)
              await store.waivers.insert([
                createWaiver(`w${made++}`, organizationId, { ...waiver, expires, createdAtMs: nowMs }),
              ])
            } else if (each.kind === 'revoke') await store.waivers.revoke({ id: `w${each.of}`, organizationId }, nowMs)
            else if (each.kind === 'wait') nowMs += each.days * dayMs
            else if (each.kind === 'tag') tag = each.tag
            else await store.connections.update('c2', { state: each.state as 'active' }, nowMs)
            // What a run opens is settled at once. All else is, when somebody looks.
            if (each.kind !== 'run')
              await store.findings.settleWaivers({
                organizationId,
                nowMs,
                connectors: [{ id: 'github', checks: checksOf(tag) }],
              })

            const kept = await store.waivers.list({ organizationId })
            const standing = indexWaivers(
              kept.map(({ waiver }) => waiver),
              [{ id: 'github', checks: checksOf(tag) }],
              new Date(nowMs),
            )
            const states = ['open', 'regressed'] as const
            const all = await store.findings.list({ organizationId, state: states })
            const covering = (finding: Finding) => standing.find({ ...finding, resource: finding.result.resource })
            const expected = all.map((finding) => kept.find(({ waiver }) => waiver === covering(finding))?.id ?? null)
            expect(all.map(({ waiverId }) => waiverId)).toEqual(expected)
            for (const isWaived of [true, false])
              for (const order of ['changed', 'due', 'severity'] as const) {
                const ordered = await store.findings.list({ organizationId, state: states, order })
                const chosen = ordered.filter(({ waived }) => waived === isWaived)
                const filter = { organizationId, waived: isWaived, order }
                expect(await store.findings.list(filter)).toEqual(chosen)
                expect(await store.findings.list({ ...filter, limit: 1, before: chosen[0] })).toEqual(
                  chosen.slice(1, 2),
                )
                expect(await store.findings.count(filter)).toBe(chosen.length)
              }
          }
          await store.close()
        }),
        { numRuns: isSoak ? 50 : 5 },
      )
    })

    test('name the waivers that are made and revoked while runs open them', async () => {
      const store = await open()
      const organizationId = 'acme'
      const nowMs = Date.parse('2026-05-01T12:00:00Z')
      const ids = Array.from({ length: 8 }, (_, index) => `x${index}`)
      for (const id of ids) await store.connections.insert(createConnection(id), createCredentials())
      const settle = () => store.findings.settleWaivers({ organizationId, nowMs: nowMs + 1_000, connectors: [] })
      const accept = async (id: string, resource: string) => {
        await store.waivers.insert([
          createWaiver(id, organizationId, { connector: 'github', resource, createdAtMs: nowMs }),
        ])
        await settle()
      }
      await accept('w1', 'u1')

      await Promise.all([
        ...ids.map((connectionId, index) =>
          endRun(store, {
            id: `r-${connectionId}`,
            atMs: nowMs + index,
            connectionId,
            checks: { mfa: { results: ['u1', 'u2', 'u3'].map((id) => [id, 'fail'] as const) } },
          }),
        ),
        accept('w2', 'u2'),
        store.waivers.revoke({ id: 'w1', organizationId }, nowMs + 1).then(settle),
      ])

      const found = await store.findings.list({ organizationId })
      expect(found).toHaveLength(ids.length * 3)
      const named = new Set(found.map(({ result, waiverId }) => `${result.resource.id} ${waiverId}`))
      expect([...named].toSorted()).toEqual(['u1 null', 'u2 w2', 'u3 null'])
      expect(await store.waivers.listUnsettled(nowMs + 1_000, [])).toEqual([])
    })

    test('are found by text, control and check, however few or many have them, as if each was looked at', async () => {
      const store = await open()
      const titles = ['Second factor is off', '100 % "open"', 'a_b\\c ÄÖ 日本語テスト', "it's AND or NOT"]
      const failing = (from: number, to: number): ToldCheck => ({
        results: Array.from({ length: to - from }, (_, index): ToldResult => {
          const number = from + index
          const title = titles[number % 97] ?? `Member ${number} of the team`
          return [`user-${number}`, 'fail', { title, severity: number % 3 === 0 ? 'low' : 'high' }]
        }),
        controls: controlsOf(from),
      })
      // Longer than what an index has of them, and different after that.
      const long = Array.from({ length: 40 }, (_, index) => `iso:B.${index}.of-many`)
      const controlsOf = (from: number) => {
        if (from === 0) return ['soc2:CC6.1', 'nist:AC-2']
        return from === 300 ? [...long, 'soc2:CC6.1'] : from === 400 ? [...long, 'iso:A.5'] : ['iso:A.5', 'nist:AC-2']
      }
      const tell = (id: string, atMs: number, rest: ToldCheck) =>
        endRun(store, { id, atMs, checks: { mfa: failing(0, 300), 'rare-keys': failing(300, 303), rest } })
      await tell('r1', 1_000, failing(400, 500))
      // Some are resolved, some have another title.
      const renamed = failing(420, 500).results.map(
        ([id, status, more]): ToldResult => [id, status, { ...more, title: 'Renamed since' }],
      )
      await tell('r2', 2_000, { results: renamed, controls: ['iso:A.6'] })
      await store.waivers.insert([
        createWaiver('w', 'acme', { connector: 'github', check: ['mfa'], resource: ['user-7', 'user-97', 'user-98'] }),
      ])
      await store.findings.settleWaivers({ organizationId: 'acme', nowMs: 3_000, connectors: [] })
      const states = ['open', 'regressed', 'resolved'] as const
      const texts = [
        'FACTOR',
        'user-1',
        'user-13',
        'of the team',
        'renamed',
        '% "o',
        'a_b\\c',
        'äö',
        '本語テ',
        "it's and",
        'nobody',
      ]
      const choices = [
        ...texts.map((text) => ({ text })),
        ...[{ text: 'zz' }, { text: 'u' }, { control: 'soc2:CC6.1' }, { control: 'iso:A.5' }, { control: 'iso:A.' }],
        ...[
          { control: 'nist:AC-2' },
          { control: 'SOC2:cc6.1' },
          { control: 'iso:B.3.of-many' },
          { control: 'iso:A.6' },
        ],
        ...[
          { control: 'soc2:CC6.1', checkId: 'rare-keys' },
          { control: 'iso:A.5', text: 'user-41' },
        ],
        ...[{ checkId: 'rare-keys' }, { checkId: 'mfa', text: 'user-29' }, { checkId: 'none' }],
      ]
      const isChosen =
        ({ text, control, checkId }: { text?: string; control?: string; checkId?: string }) =>
        (finding: Finding) =>
          (text === undefined || formatSearchText(finding.result).includes(text.toLowerCase())) &&
          (control === undefined || finding.controls.includes(control)) &&
          (checkId === undefined || finding.checkId === checkId)

      for (const list of [{ waived: false }, { waived: true }, { state: 'resolved' }, { state: states }] as const)
        for (const order of ['changed', 'due', 'severity'] as const) {
          const filter = { organizationId: 'acme', order, limit: 1_000, ...list }
          const all = await store.findings.list(filter)
          for (const choice of choices) {
            const expected = all.filter(isChosen(choice))
            expect(await store.findings.list({ ...filter, ...choice })).toEqual(expected)
            if (order === 'due') expect(await store.findings.count({ ...filter, ...choice })).toBe(expected.length)
            const next = await store.findings.list({ ...filter, ...choice, limit: 2, before: expected[1] })
            expect(next).toEqual(expected[1] ? expected.slice(2, 4) : expected.slice(0, 2))
          }
        }
    })

    test('are due by their severity; a day that somebody set holds until it is resolved; the owner stays', async () => {
      const store = await open()
      const ref = { id: createFindingIdOf('mfa', 'u1'), organizationId: 'acme' }
      const dueAfter = async (id: string, atMs: number, result: ToldResult) => {
        await endRun(store, { id, atMs, checks: { mfa: { results: [result] } } })
        const found = await store.findings.find(ref.id, 'acme')
        return [found?.dueAtMs, found?.dueReason, found?.ownerId]
      }

      const seen = [await dueAfter('r1', day(10) + 5, ['u1', 'fail', { severity: 'low' }])]
      seen.push(await dueAfter('r2', day(11), ['u1', 'fail', { severity: 'critical' }]))
      const change = { id: 'x1', findingId: ref.id, organizationId: 'acme', atMs: day(12), userId: 'ada' }
      const changes = [
        { ...change, member: 'owner', earlier: null, later: 'bob', reason: null },
        { ...change, id: 'x2', member: 'due', earlier: '1970-01-18', later: '1970-02-01', reason: 'Vendor' },
      ] as const
      const updates = [
        await store.findings.update(ref, { ownerId: 'bob', dueAtMs: endOf(31), dueReason: 'Vendor' }, changes),
        await store.findings.update({ ...ref, organizationId: 'other' }, { ownerId: 'eve' }, []),
      ]
      seen.push(await dueAfter('r3', day(13), ['u1', 'fail', { severity: 'high' }]))
      await store.findings.setDueDays('acme', { critical: 1, high: 2, medium: 3, low: 4, info: 5 }, day(13))
      seen.push(await dueAfter('r4', day(14), ['u1', 'pass']))
      seen.push(await dueAfter('r5', day(20), ['u1', 'fail', { severity: 'high' }]))

      expect(seen).toEqual([
        [endOf(190), null, null],
        [endOf(17), null, null],
        [endOf(31), 'Vendor', 'bob'],
        [endOf(31), 'Vendor', 'bob'],
        [endOf(22), null, 'bob'],
      ])
      expect(updates).toEqual([true, false])
      expect(await store.findings.changes(ref.id)).toEqual(changes.toReversed())
      expect(await store.findings.changes(ref.id, { limit: 1 })).toEqual([changes[1]])
      expect(await store.findings.changes(ref.id, { atMs: day(11) })).toEqual([])
      expect(await store.findings.changesOf([ref.id, 'x'], { atMs: day(12) })).toEqual(changes)
      expect(await store.findings.changesOf([], {})).toEqual([])
    })

    test('get their day again when the organization chooses other days, except where somebody set it', async () => {
      const store = await open()
      const days = { critical: 1, high: 2, medium: 3, low: 4, info: 5 }
      const results: ToldResult[] = [
        ['u1', 'fail', { severity: 'high' }],
        ['u2', 'fail', { severity: 'info' }],
        ['u3', 'fail', { severity: 'low' }],
      ]
      await endRun(store, { id: 'r1', atMs: day(1), checks: { mfa: { results } } })
      const set = { id: createFindingIdOf('mfa', 'u3'), organizationId: 'acme' }
      await store.findings.update(set, { dueAtMs: endOf(99), dueReason: 'Agreed' }, [])

      await store.findings.setDueDays('acme', days, day(2))
      await store.findings.setDueDays('acme', { ...days, info: 9 }, day(2))

      const due = await store.findings.list({ organizationId: 'acme', order: 'due' })
      expect(due.map(({ result, dueAtMs }) => [result.resource.id, dueAtMs])).toEqual([
        ['u1', endOf(3)],
        ['u2', endOf(10)],
        ['u3', endOf(99)],
      ])
      expect(await store.findings.dueDays('acme')).toEqual({ ...days, info: 9 })
      expect(await store.findings.dueDays('acme', { atMs: day(2) - 1 })).toBeUndefined()
      expect(await store.findings.dueDays('other')).toBeUndefined()
      await expect(store.findings.setDueDays('nobody', days, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    test('list() and count() choose by owner, due day and text, and page through every order', async () => {
      const store = await open()
      const severities = ['low', 'critical', 'medium', 'critical', 'info', 'high'] as const
      const results = severities.map((severity, index): ToldResult => [`u${index}`, 'fail', { severity, title: 'Ä_%' }])
      await endRun(store, { id: 'r1', atMs: day(1), checks: { mfa: { results } } })
      const owned = { id: createFindingIdOf('mfa', 'u4'), organizationId: 'acme' }
      await store.findings.update(owned, { ownerId: 'ada' }, [])
      const idsOf = async (filter: Partial<Parameters<Store['findings']['list']>[0]>) => {
        const found = await store.findings.list({ organizationId: 'acme', ...filter })
        expect(await store.findings.count({ organizationId: 'acme', ...filter })).toBe(found.length)
        return found.map(({ result }) => result.resource.id).toSorted()
      }

      expect(await idsOf({ ownerId: 'ada' })).toEqual(['u4'])
      expect(await idsOf({ ownerId: null })).toHaveLength(5)
      expect(await idsOf({ dueToMs: endOf(31) })).toEqual(['u1', 'u3', 'u5'])
      expect(await idsOf({ dueFromMs: endOf(31), dueToMs: endOf(31) })).toEqual(['u5'])
      expect(await idsOf({ text: 'U3' })).toEqual(['u3'])
      expect(await idsOf({ text: 'ä_%' })).toHaveLength(6)
      expect(await idsOf({ text: '%u' })).toEqual([])
      expect(await store.findings.count({ organizationId: 'other' })).toBe(0)
      for (const order of ['changed', 'due', 'severity'] as const) {
        const paged: Finding[] = []
        for (let before: Finding | undefined, page: Finding[] = []; ; before = page.at(-1)) {
          page = await store.findings.list({ organizationId: 'acme', order, limit: 2, before })
          if (page.length === 0) break
          paged.push(...page)
        }
        expect(paged).toHaveLength(6)
        expect(paged).toEqual(await store.findings.list({ organizationId: 'acme', order }))
        if (order === 'severity')
          expect(paged.map(({ severity }) => severity)).toEqual([
            ...['critical', 'critical', 'high', 'medium', 'low', 'info'],
          ])
      }
    })

    test('stand at any time as they stood then, after any sequence of runs', async () => {
      const store = await open()
      let connections = 0
      await fc.assert(
        fc.asyncProperty(fc.array(anyRun, { minLength: 1, maxLength: 6 }), async (runs) => {
          const connectionId = `t${connections++}`
          await store.connections.insert(createConnection(connectionId), createCredentials())
          const state = ['open', 'regressed', 'resolved'] as const
          const standings = async (atMs?: number) =>
            (await store.findings.list({ organizationId: 'acme', connectionId, state, atMs })).map(
              ({ id, state, resolution, changedAtMs }) => [id, state, resolution, changedAtMs],
            )
          const stood: unknown[] = []
          for (const [index, checks] of runs.entries()) {
            await endRun(store, { id: `${connectionId}-${index}`, atMs: 1_000 + index, connectionId, checks })
            stood.push(await standings())
          }

          expect(await standings(999)).toEqual([])
          expect(await Promise.all(runs.map((_, index) => standings(1_000 + index)))).toEqual(stood)
          for (const finding of await store.findings.list({ organizationId: 'acme', connectionId, state }))
            for (const atMs of runs.map((_, index) => 1_000 + index)) {
              const [found, history] = [
                await store.findings.find(finding.id, 'acme', { atMs }),
                await store.findings.history(finding.id, { atMs }),
              ]
              expect([found?.state, found?.changedAtMs]).toEqual([history[0]?.change, history[0]?.atMs])
            }
        }),
        { numRuns: isSoak ? 200 : 5 },
      )
    })

    test('of a connection that was disconnected later count at a time before that', async () => {
      const store = await open()
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results: [['u1', 'fail']] } } })
      await store.connections.update('c1', { state: 'disconnected' }, 5_000)
      const countAt = async (atMs?: number) => (await store.findings.list({ organizationId: 'acme', atMs })).length

      expect([await countAt(), await countAt(4_999), await countAt(5_000)]).toEqual([0, 1, 0])
    })

    test('of a connection that was connected again do not count in the times between', async () => {
      const store = await open()
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results: [['u1', 'fail']] } } })
      for (const [state, atMs] of [
        ['disconnected', 5_000],
        ['active', 7_000],
        ['disconnected', 8_000],
        ['paused', 9_000],
      ] as const)
        await store.connections.update('c1', { state }, atMs)
      const countAt = async (atMs?: number) => (await store.findings.list({ organizationId: 'acme', atMs })).length

      const counts = [4_999, 5_000, 6_999, 7_000, 7_999, 8_000, 8_999, 9_000, undefined].map(countAt)

      expect(await Promise.all(counts)).toEqual([1, 0, 0, 1, 1, 0, 0, 1, 1])
      expect(await store.connections.listGaps('acme')).toEqual([
        { connectionId: 'c1', fromMs: 5_000, untilMs: 7_000 },
        { connectionId: 'c1', fromMs: 8_000, untilMs: 9_000 },
      ])
      expect(await store.connections.listGaps('other')).toEqual([])
    })

    test('failuresIn() gives those that failed in a run, as they were reported first', async () => {
      const store = await open()
      const results: ToldResult[] = [
        ['u1', 'fail', { title: 'First', severity: 'low' }],
        ['u1', 'fail', { title: 'Second' }],
        ['u2', 'pass'],
        ['u3', 'fail'],
      ]
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: { results } } })
      await endRun(store, { id: 'r2', atMs: 2_000, checks: { mfa: { results: [['u1', 'fail', { title: 'Later' }]] } } })
      const ids = ['u1', 'u2'].map((resource) => createFindingIdOf('mfa', resource))

      const seen = await store.findings.failuresIn('r1', ids)

      expect(seen.map(({ findingId, severity, result }) => [findingId, severity, result.title])).toEqual([
        [ids[0], 'low', 'First'],
      ])
      expect(await store.findings.failuresIn('r1', [])).toEqual([])
      expect(await store.findings.failuresIn('nobody', ids)).toEqual([])
    })

    test('stand after any sequence of runs as a simple model says', async () => {
      const store = await open()
      let connections = 0
      await fc.assert(
        fc.asyncProperty(fc.array(anyRun, { minLength: 1, maxLength: 6 }), async (runs) => {
          const connectionId = `p${connections++}`
          await store.connections.insert(createConnection(connectionId), createCredentials())
          const model = new Map<string, [state: string, resolution: string | null, changes: number]>()
          for (const [index, checks] of runs.entries()) {
            await endRun(store, { id: `${connectionId}-${index}`, atMs: 1_000 + index, connectionId, checks })
            for (const [checkId, check] of Object.entries(checks)) noteInModel(model, checkId, check)
          }

          const state = ['open', 'regressed', 'resolved'] as const
          const found = await store.findings.list({ organizationId: 'acme', connectionId, state })
          const stands = await Promise.all(
            found.map(async ({ id, checkId, state, resolution, result }) => [
              `${checkId} ${result.resource.id}`,
              [state, resolution, (await store.findings.history(id)).length],
            ]),
          )
          expect(Object.fromEntries(stands)).toEqual(Object.fromEntries(model))
        }),
        { numRuns: isSoak ? 200 : 6 },
      )
    })
  })

  describe(`${name}: trend`, () => {
    test('counts each connection by the newest outcome of each check, for 30 days after its last run', async () => {
      const store = await open()
      await store.connections.insert(createConnection('c2'), createCredentials())
      const day = (n: number) => Date.UTC(2026, 4, n, 12)
      const pass: ToldCheck = { results: [['u1', 'pass']] }
      const fail: ToldCheck = { results: [['u1', 'fail']] }
      await endRun(store, { id: 'r1', atMs: day(1), checks: { mfa: fail, keys: pass } })
      await endRun(store, { id: 'r2', atMs: day(3), checks: { mfa: pass } })
      await endRun(store, {
        id: 'r3',
        atMs: day(3),
        connectionId: 'c2',
        checks: { mfa: { results: [], status: 'error' } },
      })

      const trend = await store.findings.trend({ organizationId: 'acme', days: 4, nowMs: day(4) + dayMs / 4 })
      const later = await store.findings.trend({ organizationId: 'acme', days: 1, nowMs: day(3) + 31 * dayMs })

      const none = { pass: 0, fail: 0, manual: 0, not_applicable: 0, error: 0 }
      expect(trend).toEqual([
        { day: '2026-05-01', connections: 1, ...none, pass: 1, fail: 1 },
        { day: '2026-05-02', connections: 1, ...none, pass: 1, fail: 1 },
        { day: '2026-05-03', connections: 2, ...none, pass: 2, error: 1 },
        { day: '2026-05-04', connections: 2, ...none, pass: 2, error: 1 },
      ])
      expect(later).toEqual([{ day: '2026-06-03', connections: 0, ...none }])
      expect(await store.findings.trend({ organizationId: 'other', days: 1, nowMs: day(4) })).toMatchObject([none])
    })
  })

  describe(`${name}: waivers`, () => {
    const madeAtMs = Date.parse('2029-06-01T00:00:00Z')
    const waiver = { connector: 'github', check: ['mfa', 'k*'], ...waived }
    const stored = (id: string, changes: { createdAtMs?: number; organizationId?: string } = {}) => ({
      // Within a year of its last day, which a stored waiver is held to.
      id,
      organizationId: 'acme',
      waiver,
      userId: null,
      createdAtMs: madeAtMs,
      revokedAtMs: null,
      ...changes,
    })

    test('list() gives the newest first, of this organization, revoked ones only when asked for', async () => {
      const store = await open()
      await store.waivers.insert([stored('w1')])
      await store.waivers.insert([stored('w2', { createdAtMs: madeAtMs + 1_000 })])
      await store.waivers.insert([stored('w3', { organizationId: 'other' })])

      const revoked = [
        await store.waivers.revoke({ id: 'w1', organizationId: 'acme' }, 5_000),
        await store.waivers.revoke({ id: 'w1', organizationId: 'acme' }, 6_000),
        await store.waivers.revoke({ id: 'w3', organizationId: 'acme' }, 6_000),
      ]

      expect(revoked).toEqual([true, true, false])
      expect(await store.waivers.list({ organizationId: 'acme' })).toEqual([
        stored('w2', { createdAtMs: madeAtMs + 1_000 }),
      ])
      expect((await store.waivers.list({ organizationId: 'acme', revoked: true })).map(({ id }) => id)).toEqual([
        'w2',
        'w1',
      ])
      expect(await store.waivers.find('w1', 'acme')).toEqual({ ...stored('w1'), revokedAtMs: 5_000 })
      expect(await store.waivers.find('w1', 'other')).toBeUndefined()
      const before = { createdAtMs: madeAtMs + 1_000, id: 'w2' }
      expect(await store.waivers.list({ organizationId: 'acme', revoked: true, limit: 5, before })).toHaveLength(1)
    })
  })

  describe(`${name}: judgements`, () => {
    const madeAtMs = Date.parse('2029-06-01T00:00:00Z')
    const stored = (id: string, changes: Partial<StoredJudgement> = {}): StoredJudgement => {
      const createdAtMs = changes.createdAtMs ?? madeAtMs
      return {
        id,
        organizationId: 'acme',
        connectionId: 'c1',
        connectorId: 'github',
        checkId: 'guests',
        findingId: 'f1',
        runId: 'r1',
        userId: 'ada',
        decision: 'accepted',
        by: 'ada@example.com',
        reason: 'Known.',
        expires: '2029-12-31',
        evidenceSha256: 'a'.repeat(64),
        withdrawnAtMs: null,
        withdrawnBy: null,
        files: [{ id: 'file-1', name: 'a "b" %_.pdf', sha256: 'b'.repeat(64) }],
        result: { title: 'A guest', evidence: { role: 'reader' }, resource: { type: 'account', id: 'gil' } },
        ...changes,
        createdAtMs,
        at: new Date(createdAtMs).toISOString(),
      }
    }
    const held = async (store: Store, atMs: number) =>
      (await store.judgements.listInForce({ organizationId: 'acme', atMs })).map(({ id }) => id)

    test('the newest of a finding counts alone, from when it is made until it is withdrawn or over', async () => {
      const store = await open()
      await store.judgements.insert(stored('j1'))
      await store.judgements.insert(stored('j2', { createdAtMs: madeAtMs + 10, decision: 'refused' }))
      await store.judgements.insert(stored('j3', { findingId: 'f2', expires: '2029-06-01' }))
      const withdrawn = [
        await store.judgements.withdraw({ id: 'j2', organizationId: 'acme' }, { atMs: madeAtMs + 20, by: 'bob' }),
        await store.judgements.withdraw({ id: 'j2', organizationId: 'acme' }, { atMs: madeAtMs + 30, by: 'eve' }),
        await store.judgements.withdraw({ id: 'j2', organizationId: 'other' }, { atMs: madeAtMs + 30, by: 'eve' }),
      ]

      expect(withdrawn).toEqual([true, true, false])
      expect(await held(store, madeAtMs - 1)).toEqual([])
      expect(await held(store, madeAtMs)).toEqual(['j1', 'j3'])
      expect(await held(store, madeAtMs + 10)).toEqual(['j2', 'j3'])
      expect(await held(store, madeAtMs + 20)).toEqual(['j3'])
      expect(await held(store, madeAtMs + dayMs - 1)).toEqual(['j3'])
      expect(await held(store, madeAtMs + dayMs)).toEqual([])
      expect(await store.judgements.listInForce({ organizationId: 'other', atMs: madeAtMs })).toEqual([])
      expect(
        await store.judgements.listInForce({ organizationId: 'acme', connectionId: 'c2', atMs: madeAtMs }),
      ).toEqual([])
      const { id, decision, by, at, reason, files, expires, evidenceSha256 } = stored('j1')
      expect((await store.judgements.listInForce({ organizationId: 'acme', atMs: madeAtMs }))[0]).toEqual({
        id,
        decision,
        by,
        at,
        reason,
        files,
        expires,
        evidenceSha256,
        findingId: 'f1',
        connectionId: 'c1',
      })
    })

    test('list() gives the newest first by every filter, and find() as it was at a time', async () => {
      const store = await open()
      await store.judgements.insert(stored('j1'))
      await store.judgements.insert(stored('j2', { createdAtMs: madeAtMs + 10, decision: 'refused', files: [] }))
      await store.judgements.insert(stored('j3', { findingId: 'f2', checkId: 'apps' }))
      await store.judgements.withdraw({ id: 'j3', organizationId: 'acme' }, { atMs: madeAtMs + 20, by: 'bob' })
      const ids = async (filter: Partial<JudgementFilter>) =>
        (await store.judgements.list({ organizationId: 'acme', ...filter })).map(({ id }) => id)

      expect(await ids({})).toEqual(['j2', 'j3', 'j1'])
      expect(await ids({ organizationId: 'other' })).toEqual([])
      expect(await ids({ limit: 1, before: { createdAtMs: madeAtMs + 10, id: 'j2' } })).toEqual(['j3'])
      expect(await ids({ decision: 'refused' })).toEqual(['j2'])
      expect(await ids({ checkId: 'apps', connectionId: 'c1', connectorId: 'github' })).toEqual(['j3'])
      expect(await ids({ findingIds: ['f1'] })).toEqual(['j2', 'j1'])
      expect(await ids({ findingIds: [] })).toEqual([])
      expect(await ids({ fileId: 'file-1' })).toEqual(['j3', 'j1'])
      expect(await ids({ fileId: 'file' })).toEqual([])
      expect(await ids({ holds: { is: true, atMs: madeAtMs + 30 } })).toEqual(['j2'])
      expect(await ids({ holds: { is: false, atMs: madeAtMs + 30 } })).toEqual(['j3', 'j1'])
      expect(await ids({ madeByMs: madeAtMs })).toEqual(['j3', 'j1'])
      expect(await store.judgements.find('j1', 'acme')).toEqual(stored('j1'))
      expect(await store.judgements.find('j1', 'other')).toBeUndefined()
      expect(await store.judgements.find('j2', 'acme', { atMs: madeAtMs })).toBeUndefined()
      expect(await store.judgements.find('j3', 'acme', { atMs: madeAtMs + 19 })).toMatchObject({ withdrawnBy: null })
      expect(await store.judgements.find('j3', 'acme')).toMatchObject({ withdrawnAtMs: madeAtMs + 20 })
    })

    test('a refusal opens its finding and lets it stand, on its evidence alone, until it is withdrawn or over', async () => {
      const store = await open()
      const findingId = createFindingIdOf('guests', 'gil')
      const evidenceSha256 = computeEvidenceDigest({ evidence: { index: 0 } }, {})
      const refused = { findingId, evidenceSha256, decision: 'refused' } as const
      const stateAt = async (atMs?: number) => {
        const finding = await store.findings.find(findingId, 'acme', { atMs })
        return finding && [finding.state, finding.resolution, finding.judgementId, finding.result.judged?.id]
      }
      const tell = (id: string, minutes: number, results: readonly ToldResult[]) =>
        endRun(store, { id, atMs: madeAtMs + minutes, checks: { guests: { results } } })
      const steps: unknown[] = []
      const note = async () => steps.push(await stateAt())
      await tell('r1', 0, [['gil', 'manual']])

      await note()
      await store.judgements.insert(stored('j1', { ...refused, createdAtMs: madeAtMs + 1 }))
      await note()
      await tell('r2', 2, [['gil', 'manual']])
      await note()
      await tell('r3', 3, [
        ['ann', 'pass'],
        ['gil', 'manual'],
      ])
      await note()
      await tell('r4', 4, [['gil', 'manual']])
      await note()
      await store.judgements.withdraw({ id: 'j1', organizationId: 'acme' }, { atMs: madeAtMs + 5, by: 'bob' })
      await note()
      await store.judgements.insert(stored('j2', { ...refused, createdAtMs: madeAtMs + 6, expires: '2029-06-02' }))
      await note()
      await store.findings.endRefusals({ organizationId: 'acme', nowMs: madeAtMs + dayMs })
      await note()
      await store.findings.endRefusals({ organizationId: 'other', nowMs: madeAtMs + 2 * dayMs })
      await note()
      await store.findings.endRefusals({ organizationId: 'acme', nowMs: madeAtMs + 9 * dayMs })
      await note()

      const over = ['resolved', 'needs_review', null]
      expect(steps).toEqual([
        undefined,
        ['open', null, 'j1', 'j1'],
        ['open', null, 'j1', 'j1'],
        [...over, 'j1'],
        ['regressed', null, 'j1', 'j1'],
        [...over, 'j1'],
        ...Array.from({ length: 3 }, () => ['regressed', null, 'j2', 'j2']),
        [...over, 'j2'],
      ])
      expect(await stateAt(madeAtMs)).toBeUndefined()
      expect((await stateAt(madeAtMs + 2))?.slice(0, 3)).toEqual(['open', null, 'j1'])
      expect((await stateAt(madeAtMs + 3))?.slice(0, 3)).toEqual(over)
      expect((await stateAt(madeAtMs + 2 * dayMs - 1))?.slice(0, 3)).toEqual(['regressed', null, 'j2'])
      expect((await stateAt(madeAtMs + 2 * dayMs))?.slice(0, 3)).toEqual(over)
      const history = await store.findings.history(findingId)
      expect(history.map(({ change, runId, judgementId }) => [change, runId, judgementId])).toEqual([
        ['resolved', 'r4', 'j2'],
        ['regressed', 'r4', 'j2'],
        ['resolved', 'r4', 'j1'],
        ['regressed', 'r4', 'j1'],
        ['resolved', 'r3', null],
        ['open', 'r1', 'j1'],
      ])
    })

    test('insert() finds room for as many as may hold, also for requests side by side', async () => {
      const store = await open()

      const made = await Promise.all(
        Array.from({ length: 8 }, (_, number) =>
          store.judgements.insert(stored(`j${number}`, { findingId: `f${number}` }), 3),
        ),
      )

      expect(made.filter((each) => each !== undefined)).toHaveLength(3)
      expect(await held(store, madeAtMs + 100)).toHaveLength(3)
    })

    test('insert() refuses a connection that the organization does not have', async () => {
      const store = await open()

      const insert = store.judgements.insert(stored('j1', { organizationId: 'other' }))

      await expect(insert).rejects.toMatchObject({ name: 'StoreError', code: 'NOT_FOUND' })
    })
  })

  describe(`${name}: waivers by state`, () => {
    const nowMs = Date.parse('2029-06-01T12:00:00Z')
    const stored = (id: string, expires: string) => ({
      id,
      organizationId: 'acme',
      userId: null,
      createdAtMs: Date.parse('2029-01-01T00:00:00Z'),
      waiver: { connector: 'github', check: 'mfa', ...waived, expires },
      revokedAtMs: null,
    })

    test('listInState() and countInState() divide them, page by page', async () => {
      const store = await open()
      const days = ['2029-06-01', '2029-05-31', '2029-06-30', '2029-07-02', '2029-12-31', '2029-01-02', '2029-08-01']
      await store.waivers.insert(days.map((day, index) => stored(`w${index}`, day)))
      await store.waivers.insert([{ ...stored('theirs', '2029-06-02'), organizationId: 'other' }])
      await store.waivers.revoke({ id: 'w6', organizationId: 'acme' }, nowMs)
      const pageThrough = async (state: 'holds' | 'expiring' | 'expired' | 'revoked') => {
        const ids: string[] = []
        for (let after: Awaited<ReturnType<typeof store.waivers.find>>, page: string[] = []; ; ) {
          const rows = await store.waivers.listInState({ organizationId: 'acme', state, nowMs, limit: 1, after })
          page = rows.map(({ id }) => id)
          after = rows.at(-1)
          if (page.length === 0) break
          ids.push(...page)
        }
        expect(await store.waivers.countInState({ organizationId: 'acme', state, nowMs })).toBe(ids.length)
        return ids
      }

      expect(await pageThrough('holds')).toEqual(['w0', 'w2', 'w3', 'w4'])
      expect(await pageThrough('expiring')).toEqual(['w0', 'w2'])
      expect(await pageThrough('expired')).toEqual(['w1', 'w5'])
      expect(await pageThrough('revoked')).toEqual(['w6'])
    })
  })

  describe(`${name}: retention`, () => {
    const nothing = async () => undefined

    const pass: ToldCheck = { results: [['u1', 'pass']] }
    const fail: ToldCheck = { results: [['u1', 'fail']] }

    test('judgeRuns() lets go all but the newest run, the newest outcome of each check, and what has not ended', async () => {
      const store = await open()
      await endRun(store, { id: 'keys', atMs: 1_000, checks: { keys: pass } })
      for (const n of [2, 3, 4]) await endRun(store, { id: `r${n}`, atMs: n * 1_000, checks: { mfa: pass } })
      await endRun(store, { id: 'empty', atMs: 5_000, checks: {} })
      await store.runs.insert(run('open', { startedAtMs: 500 }))
      const all: RetentionScope = { organizationId: 'acme' }
      const judge = async (
        throughMs: number,
        { limit = 10, of = all }: { limit?: number; of?: RetentionScope } = {},
      ) => {
        const pages: string[][] = []
        for (let after: RunPlace | undefined; ; ) {
          const page = await store.retention.judgeRuns(of, { after, throughMs, limit })
          if (page.length === 0) return pages
          pages.push(page.filter(({ mayGo }) => mayGo).map(({ id }) => id))
          after = page.at(-1)
        }
      }
      const connection = { connectionId: 'c1', crossCheckId: null }

      expect(await judge(8_999)).toEqual([['r2', 'r3']])
      expect(await judge(2_999, { of: connection })).toEqual([['r2']])
      expect(await judge(8_999, { limit: 2 })).toEqual([[], ['r2', 'r3'], []])
      expect(await judge(8_999, { of: { organizationId: 'other' } })).toEqual([])
      const surplus = [0, 2, 3, 4, 5].map((passed) => store.retention.findSurplus(connection, passed))
      const times = (await Promise.all(surplus)).map((each) => each?.startedAtMs)
      expect(times).toEqual([5_000, 3_000, 2_000, 1_000, undefined])
      const before = await store.retention.findSurplus(connection, 1)
      expect(await store.retention.findSurplus(connection, 1, before)).toMatchObject({ startedAtMs: 2_000 })
    })

    test('judgeRuns() goes on within runs that began at the same time', async () => {
      const store = await open()
      for (const id of ['a', 'b', 'c', 'd']) await endRun(store, { id, atMs: 1_000, checks: {} })
      await endRun(store, { id: 'e', atMs: 2_000, checks: { mfa: pass } })
      const ids: string[] = []
      for (let after: RunPlace | undefined; ids.length < 9; ) {
        const page = await store.retention.judgeRuns({ organizationId: 'acme' }, { after, throughMs: 1_000, limit: 3 })
        after = page.at(-1)
        if (after === undefined) break
        ids.push(...page.map(({ id, mayGo }) => (mayGo ? id : `${id} stays`)))
      }

      expect(ids).toEqual(['a', 'b', 'c', 'd'])
    })

    test('deleteRuns() takes runs with their results and leaves findings, their history and other runs', async () => {
      const store = await open()
      await endRun(store, { id: 'r1', atMs: 1_000, checks: { mfa: fail } })
      await endRun(store, { id: 'r2', atMs: 2_000, checks: { mfa: { results: [['u2', 'pass']] } } })

      expect(await store.retention.deleteRuns(['r1'], 9, nothing)).toEqual({ rows: 3, gone: 1 })

      expect([await store.runs.find('r1'), await store.runs.findRecorded('r1')]).toEqual([undefined, undefined])
      expect(await store.results.list('r1')).toEqual([])
      expect(await store.results.list('r2')).toHaveLength(1)
      expect(await store.findings.find(createFindingIdOf('mfa', 'u1'), 'acme')).toMatchObject({
        state: 'resolved',
        runId: 'r1',
      })
      expect(await store.findings.history(createFindingIdOf('mfa', 'u1'))).toHaveLength(2)
    })

    test('deleteRuns() deletes no more rows than it may: runs as a whole, and a large one in pieces, hidden', async () => {
      const store = await open()
      const many: ToldCheck = { results: Array.from({ length: 7 }, (_, n) => [`u${n}`, 'pass']) }
      for (const [id, check] of Object.entries({ r1: pass, r2: pass, r3: many, r4: pass }))
        await endRun(store, { id, atMs: 1_000, checks: { mfa: check } })
      await endRun(store, { id: 'r5', atMs: 2_000, checks: { mfa: pass } })
      const left = ['r1', 'r2', 'r3', 'r4']
      const steps: object[] = []
      while (left.length > 0) {
        const swept = await store.retention.deleteRuns(left, 6, nothing)
        left.splice(0, swept.gone)
        steps.push({ ...swept, isHidden: (await store.runs.findRecorded('r3')) === undefined })
      }

      expect(steps).toEqual([
        { rows: 6, gone: 2, isHidden: false },
        { rows: 6, gone: 0, isHidden: true },
        { rows: 6, gone: 2, isHidden: true },
      ])
      expect(await store.runs.list({ organizationId: 'acme' })).toMatchObject([{ id: 'r5' }])
    })

    test('deleteRuns() comes to an end with a run of more sets than the rows it may delete', async () => {
      const store = await open()
      await store.runs.insert(run('r1'))
      const told = createToldRun({ id: 'r1', atMs: 1, checks: { mfa: pass } })
      // Processes that die in the middle of their writing, each after its first result.
      for (let n = 0; n < 5; n++) {
        const writing = Promise.withResolvers<void>()
        const results = async function* () {
          for await (const result of told.results('mfa')) yield { ...result, title: 'x'.repeat(1024 * 1024) }
          writing.resolve()
          await new Promise(() => undefined)
        }
        void store.runs.finish('r1', { status: 'pass', finishedAtMs: 2_000, run: { ...told, results } })
        await writing.promise
      }
      await store.runs.finish('r1', { status: 'pass', finishedAtMs: 3_000, run: told })
      await endRun(store, { id: 'r2', atMs: 4_000, checks: { mfa: pass } })
      const steps: object[] = []
      while (steps.length < 9 && (await store.runs.find('r1')))
        steps.push(await store.retention.deleteRuns(['r1'], 4, nothing))

      const part = { rows: 4, gone: 0 }
      expect(steps).toEqual([part, part, part, { rows: 1, gone: 1 }])
    })

    test('finish() keeps the row of the bundle with the run, or neither; deleteRuns() takes it', async () => {
      const store = await open()
      await store.runs.insert(run('r1'))
      const bundle = {
        name: 'run.zip',
        type: 'application/zip',
        sizeBytes: 9,
        manifestSha256: '1'.repeat(64),
        sha256: 'f'.repeat(64),
        objectKey: 'key',
      }
      const end = {
        status: 'pass',
        finishedAtMs: 2_000,
        run: createToldRun({ id: 'r1', atMs: 1, checks: { mfa: pass } }),
      } as const

      await store.runs.finish('r1', { ...end, bundle })
      const again = store.runs.finish('r1', { ...end, bundle: { ...bundle, objectKey: 'late' } })

      await expect(again).rejects.toMatchObject({ code: 'STORE_CONFLICT' })
      const { manifestSha256: _, ...file } = bundle
      expect(await store.files.find('r1')).toMatchObject({
        ...file,
        id: 'r1',
        organizationId: 'acme',
        createdAtMs: 2_000,
      })
      expect(await store.retention.findNamedObjects(['key', 'late'])).toEqual(new Set(['key']))
      await endRun(store, { id: 'r2', atMs: 3_000, checks: { mfa: pass } })
      const named: unknown[] = []
      const swept = await store.retention.deleteRuns(['r1', 'r2'], 3, async (bundles) => {
        named.push(...bundles, await store.files.find('r1'))
      })
      // Only of what this piece deletes, and before its rows.
      expect(swept.gone).toBe(1)
      expect(named).toMatchObject([{ organizationId: 'acme', objectKey: 'key' }, { id: 'r1' }])
      expect(await store.files.find('r1')).toBeUndefined()
    })

    test('deleteLeftovers() takes what was staged for runs that have ended otherwise, and no more', async () => {
      const store = await open()
      for (const id of ['r1', 'r2']) await store.runs.insert(run(id))
      // A process that ends in the middle of its writing never comes back to take it away.
      const dying = async (id: string) => {
        const told = createToldRun({ id, atMs: 1, checks: { mfa: fail } })
        const writing = Promise.withResolvers<void>()
        const results = async function* () {
          // As many as are written before the run ends.
          for (let n = 0; n < 1_000; n++) yield* told.results('mfa')
          writing.resolve()
          await new Promise(() => undefined)
        }
        void store.runs.finish(id, { status: 'fail', finishedAtMs: 2_000, run: { ...told, results } })
        await writing.promise
      }
      await dying('r1')
      await dying('r2')
      await store.runs.finish('r1', {
        status: 'pass',
        finishedAtMs: 3_000,
        run: createToldRun({ id: 'r1', atMs: 1, checks: { mfa: pass } }),
      })

      const deleteAll = () => new Sweeper({ share: 'asked' }).takeAll((rows) => store.retention.deleteLeftovers(rows))
      expect(await store.retention.deleteLeftovers(10)).toEqual({ rows: 10, gone: 0 })
      expect(await deleteAll()).toBe(1)
      expect(await store.results.list('r1')).toMatchObject([{ result: { status: 'pass' } }])
      await store.runs.finish('r2', {
        status: 'pass',
        finishedAtMs: 3_000,
        run: createToldRun({ id: 'r2', atMs: 1, checks: {} }),
      })
      expect(await deleteAll()).toBe(1)
    })

    test('deleteAudit() takes the oldest entries from before a time, of one organization', async () => {
      const store = await open()
      const entry = {
        actor: { type: 'user', id: 'ada' },
        action: 'a.b',
        target: null,
        fields: [],
        status: 200,
      } as const
      for (const [id, atMs] of [
        ['a', 1],
        ['b', 2],
        ['c', 3],
      ] as const)
        await store.audit.insert({ ...entry, id, organizationId: 'acme', requestId: id, atMs })
      await store.audit.insert({ ...entry, id: 'd', organizationId: 'other', requestId: 'd', atMs: 1 })

      expect(await store.retention.deleteAudit('acme', 3, 1)).toEqual({ rows: 1, gone: 1 })
      expect(await store.retention.deleteAudit('acme', 3, 10)).toEqual({ rows: 1, gone: 1 })
      expect((await store.audit.list({ organizationId: 'acme', limit: 10 })).map(({ id }) => id)).toEqual(['c'])
      expect(await store.audit.list({ organizationId: 'other', limit: 10 })).toHaveLength(1)
    })
  })
}

function resultOf(id: string) {
  const resource = { type: 'user', id }
  return { status: 'fail' as const, resource, title: id, evidence: {}, findingId: createFindingIdOf('mfa', id) }
}

const anyCheck = fc.record({
  results: fc.array(
    fc.tuple(
      fc.constantFrom('u1', 'u2', 'u3'),
      fc.constantFrom<ResultStatus>('pass', 'fail', 'manual', 'not_applicable'),
    ),
    { maxLength: 4 },
  ),
  kind: fc.constantFrom('whole', 'whole', 'cut off', 'error'),
})

const anyRun = fc
  .dictionary(fc.constantFrom('mfa', 'keys'), anyCheck, { minKeys: 1 })
  .map((checks) =>
    Object.fromEntries(
      Object.entries(checks).map(([id, { results, kind }]): [string, ToldCheck] => [
        id,
        kind === 'error' ? { results, status: 'error' } : { results, complete: kind === 'whole' },
      ]),
    ),
  )

/** The expected findings after one check, written as simply as possible. */
function noteInModel(
  model: Map<string, [state: string, resolution: string | null, changes: number]>,
  checkId: string,
  { results, status, complete }: ToldCheck,
): void {
  if (status === 'error') return
  for (const resource of ['u1', 'u2', 'u3']) {
    const key = `${checkId} ${resource}`
    const seen = results.filter(([id]) => id === resource).map(([, each]) => each)
    const [state, , changes] = model.get(key) ?? ['unknown', null, 0]
    if (seen.includes('fail')) {
      if (state === 'unknown') model.set(key, ['open', null, 1])
      if (state === 'resolved') model.set(key, ['regressed', null, changes + 1])
      continue
    }
    if (state === 'unknown' || state === 'resolved' || seen.includes('manual')) continue
    if (seen.length > 0) model.set(key, ['resolved', seen.includes('pass') ? 'passed' : 'not_applicable', changes + 1])
    else if (complete) model.set(key, ['resolved', 'gone', changes + 1])
  }
}
