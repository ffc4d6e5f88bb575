import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openStore } from '../../../src/things/all-stores/open-store.ts'
import { describePostgres, testPostgres } from '../../setup/postgres.ts'
import { isSoak } from '../../setup/short-form.ts'
import { createTempFolder } from '../../setup/temp-folder.ts'
import { addOrganizations } from './records.ts'
import { runUntilKilled } from './second-process.ts'

const kills = isSoak ? 50 : 5

describe('SQLite', () => survivesKills(async () => `sqlite:${join(createTempFolder(), 'store.db')}`))
describePostgres('PostgreSQL', () => survivesKills(testPostgres))

function survivesKills(newUrl: () => Promise<string>): void {
  test(`has every row that was acknowledged and no half transaction when a writer is killed ${kills} times`, async () => {
    const url = await newUrl()
    await (await addOrganizations(await openStore(url))).close()
    const acknowledged: string[] = []

    // Two at once: the one that lives goes on in the middle of what the other leaves behind.
    for (let kill = 0; kill < kills; kill += 2) {
      const writers = [kill, kill + 1].filter((number) => number < kills)
      const heard = await Promise.all(
        writers.map((number) => runUntilKilled('write-until-killed', [url, `w${number}`], 20 + number * 7)),
      )
      acknowledged.push(...heard.flat())
    }

    const store = await openStore(url)
    const kept = await store.connections.list({ organizationId: 'acme' })
    const states = await Promise.all(
      kept.map(async ({ id, stateReason }) => {
        const sealed = await store.connections.credentials(id)
        return { id, stateReason, owner: sealed?.values.owner, generation: sealed?.generation }
      }),
    )
    await store.close()
    const whole = new Set(states.filter(({ generation }) => generation === 2).map(({ id }) => id))
    expect(acknowledged.length).toBeGreaterThan(kills * 20)
    expect(acknowledged.filter((id) => !whole.has(id))).toEqual([])
    for (const { id, stateReason, owner, generation } of states) {
      expect({ owner, stateReason }).toEqual({ owner: id, stateReason: generation === 2 ? 'replaced' : null })
    }
  })
}
