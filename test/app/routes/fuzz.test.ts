import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isSoak } from '../../setup/short-form.ts'
import { findMistake, operations } from '../host/documented.ts'
import { requestTo } from '../host/request-to.ts'
import { openVaultHost } from './world.ts'

const found = operations.filter(({ path }) => /^\/v1\/integrations\/.*\{(connectionId|runId|connectorId)\}/.test(path))

/** Each once more, with things that there are: the general fuzz mostly finds nothing behind an id. */
test.each(found.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s answers as the document says about what there is, and never with 500',
  async (_name, operation) => {
    const { ask, connected, ran, runtime, lines } = await openVaultHost()
    const [connectionId, kept] = [await connected(), await connected()]
    const runId = await ran(kept, { evidence: true })
    await runtime.schedules.set({ connectionId, cron: '0 6 * * *' })
    await vi.waitFor(async () => expect((await ask('GET', `/v1/integrations/runs/${runId}/bundle`)).status).toBe(200))
    const ids = {
      connectionId: [connectionId],
      runId: [runId],
      connectorId: ['vault'],
      variableId: ['team', 'level', 'most'],
      baseline: [runId],
    }
    const statuses = new Set<number>()

    await fc.assert(
      fc.asyncProperty(requestTo(operation, ids), async ({ path, headers, raw }) => {
        const answer = await ask(operation.method, path, { headers, raw })

        statuses.add(answer.status)
        expect(await findMistake(answer, operation)).toBeUndefined()
        expect(answer.status).toBeLessThan(500)
      }),
      { numRuns: isSoak ? 500 : 25 },
    )

    expect(lines).toEqual([])
    // An app of a connector without OAuth is refused whatever is sent, and this connector has no inventory.
    if (!/oauth-apps|inventories\/\{of\}/.test(operation.path))
      expect([...statuses].some((status) => status < 300)).toBe(true)
  },
)
