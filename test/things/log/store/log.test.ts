import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { proveInclusion } from '../../../../src/evidence/log/prove.ts'
import { appendLeaves, emptyFrontier, joinNodes } from '../../../../src/evidence/log/tree.ts'
import { verifyInclusion } from '../../../../src/evidence/log/verify-proof.ts'
import { openStore } from '../../../../src/things/all-stores/open-store.ts'
import { describePostgres, testPostgres } from '../../../setup/postgres.ts'
import { isSoak } from '../../../setup/short-form.ts'
import { createTempFolder } from '../../../setup/temp-folder.ts'
import { addOrganizations, createWaiver } from '../../all-stores/records.ts'
import { runUntilKilled } from '../../all-stores/second-process.ts'

const rounds = isSoak ? 10 : 1

describe('SQLite', () => survivesKills(async () => `sqlite:${join(createTempFolder(), 'store.db')}`))
describePostgres('PostgreSQL', () => {
  survivesKills(testPostgres)

  test('a log whose entries another process numbers is left to it, if nobody waits, and others are numbered', async () => {
    const url = await testPostgres()
    const store = await addOrganizations(await openStore(url))
    onTestFinished(() => store.close())
    for (const organizationId of ['acme', 'other'])
      await store.waivers.insert([createWaiver(organizationId, organizationId)])
    const number = (organizationId: string) => store.log.number(organizationId, 10, { waits: false })
    const other = new pg.Client({ connectionString: url })
    await other.connect()
    onTestFinished(() => other.end())

    await other.query("begin; select pg_advisory_xact_lock(hashtextextended('checkwright log acme', 0))")
    expect([await number('acme'), await number('other')]).toEqual([0, 1])
    await other.query('commit')
    expect(await number('acme')).toBe(1)
  })
})

function survivesKills(newUrl: () => Promise<string>): void {
  test(`the log loses nothing, has nothing twice and keeps the order while ${rounds * 4} of its writers are killed`, async () => {
    const url = await newUrl()
    await (await addOrganizations(await openStore(url))).close()

    const heard: string[] = []
    for (let round = 0; round < rounds; round++) {
      // Killed between the end of a run and its number, amid numbering, or both at once, while others go on.
      const tasks = ['run', 'run number', 'run number', 'number']
      const lines = await Promise.all(
        tasks.map((task, index) => runUntilKilled('log-until-killed', [url, `p${round}${index}`, task], 8 + 8 * index)),
      )
      heard.push(...lines.flat())
    }

    const store = await openStore(url)
    onTestFinished(() => store.close())
    while ((await store.log.number('acme', 1_000)) > 0);
    const leaves = await store.log.listLeaves('acme', { from: 0, limit: 100_000 })
    const begun = leaves.flatMap(({ kind, subject }) => (kind === 'run.began' ? [subject] : []))
    const ended = leaves.flatMap(({ kind, subject }) => (kind === 'run.ended' ? [subject] : []))
    const head = await store.log.findHead('acme')
    const runs = await store.runs.list({ organizationId: 'acme', limit: 100_000 })

    expect(leaves.map(({ number }) => number)).toEqual(leaves.map((_, index) => index))
    expect([head?.size, new Set(leaves.map(({ id }) => id)).size]).toEqual([leaves.length, leaves.length])
    // Each run that the store has, and no other, each once.
    expect(begun.toSorted()).toEqual(runs.map(({ id }) => id).toSorted())
    expect(ended.toSorted()).toEqual(
      runs.flatMap(({ id, finishedAtMs }) => (finishedAtMs === null ? [] : [id])).toSorted(),
    )
    const acknowledged = heard.filter((line) => !line.includes(' '))
    expect(acknowledged.length).toBeGreaterThan(rounds * 10)
    expect(acknowledged.filter((id) => !ended.includes(id))).toEqual([])
    // In the order in which each writer wrote.
    for (const own of Map.groupBy(leaves, ({ subject }) => subject.replace(/-\d+$/, '')).values()) {
      const order = own.map(({ subject, kind }) => [Number(/\d+$/.exec(subject)?.[0]), kind] as const)
      expect(order).toEqual(order.toSorted((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1)))
    }
    // Whatever head somebody saw meanwhile, the log had it on its way.
    const roots = new Map([[0, Buffer.from(joinNodes([])).toString('base64')]])
    let frontier = emptyFrontier
    for (const { hash } of leaves) {
      frontier = appendLeaves(frontier, [hash])
      roots.set(frontier.size, Buffer.from(joinNodes(frontier.nodes)).toString('base64'))
    }
    const heads = heard.filter((line) => line.includes(' '))
    expect(heads.length).toBeGreaterThan(rounds * 10)
    expect(heads.filter((line) => line !== `${line.split(' ')[0]} ${roots.get(Number(line.split(' ')[0]))}`)).toEqual(
      [],
    )
    expect(Buffer.from(joinNodes(head?.nodes ?? [])).toString('base64')).toBe(roots.get(leaves.length))
    const root = joinNodes(frontier.nodes)
    for (const { number, hash } of leaves) {
      const proof = await proveInclusion(number, leaves.length, store.log.openNodes('acme'))
      expect(verifyInclusion(hash, number, { size: leaves.length, root }, proof)).toBe(true)
    }
  })
}
