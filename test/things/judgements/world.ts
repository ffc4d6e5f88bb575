import { onTestFinished } from 'vitest'
import { fakeVendor, fixedClock } from '../../../src/author/testing/index.ts'
import { defineConnector } from '../../../src/define/index.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { openRuntimeWith } from '../runtime/world.ts'

export interface Guest {
  readonly id: string
  readonly name?: string
  readonly kind: 'guest' | 'person' | 'banned'
  readonly email?: string
  readonly role: string
  readonly idleDays: number
}

export const judge = { userId: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' }

/** A connector whose guests need review, with a fact that changes every day. */
export function createGuestsConnector(baseUrl: string) {
  const club = defineConnector({
    id: 'club',
    name: 'Club',
    version: '1.0.0',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  return club.with(
    club.check({
      id: 'guests-reviewed',
      title: 'Guests are reviewed',
      controls: ['soc2:CC6.2'],
      volatile: ['idleDays'],
      async run(ctx) {
        for (const { id, name, kind, ...evidence } of await ctx.get<Guest[]>('/guests')) {
          const resource = { type: 'account', id, name: name || undefined }
          if (kind === 'guest') ctx.manual({ resource, title: `${id} is a guest`, description: 'Decide.', evidence })
          else if (kind === 'banned')
            ctx.fail({ resource, title: `${id} is banned`, remediation: 'Remove it.', evidence })
          else ctx.pass({ resource, title: `${id} is no guest`, evidence })
        }
      },
    }),
  )
}

/** A vendor whose guests can be changed, its runtime, and runs of one connection. */
export async function openGuestsWorld(options: Partial<RuntimeOptions> = {}) {
  const state: { guests: Guest[]; beforeAnswer?: () => Promise<void> } = {
    guests: [
      { id: 'gil', kind: 'guest', email: 'gil@partner.example', role: 'reader', idleDays: 3 },
      { id: 'hal', kind: 'guest', email: 'hal@partner.example', role: 'reader', idleDays: 5 },
      { id: 'ann', kind: 'person', email: 'ann@example.com', role: 'owner', idleDays: 0 },
    ],
  }
  const vendor = await fakeVendor({
    auth: { type: 'api_key', in: 'header', name: 'X-Key', value: 'club-key-77aa' },
    routes: {
      'GET /guests': async () => {
        await state.beforeAnswer?.()
        return { json: state.guests }
      },
    },
  })
  onTestFinished(() => vendor.close())
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const connector = createGuestsConnector(vendor.url)
  const { runtime, lines } = await openRuntimeWith({ connectors: [connector], clock, ...options })
  await runtime.users.put({ organizationId: 'acme', id: 'ada', name: judge.name, email: judge.email })
  const connect = async (organizationId = 'acme') =>
    (await runtime.connections.create({ connector: 'club', organizationId, credentials: { api_key: 'club-key-77aa' } }))
      .id
  const connectionId = await connect()
  const run = async (of: string = connectionId, more: object = {}) => {
    clock.advance(60_000)
    const handle = await runtime.runs.start({ connectionId: of, ...more })
    return handle.result
  }
  return { runtime, lines, clock, connector, state, connect, connectionId, run }
}

/** Judges the result of a guest in the newest run. */
export async function judgeGuest(
  runtime: Runtime,
  id: string,
  more: Partial<Parameters<Runtime['judgements']['create']>[0]> = {},
) {
  const organizationId = more.organizationId ?? 'acme'
  const needed = await runtime.judgements.listNeeded({ organizationId })
  const found = needed.find(({ result }) => result.resource.id === id)
  if (!found) throw new Error(`${id} needs no review.`)
  return runtime.judgements.create({
    organizationId,
    runId: found.runId,
    findingId: found.result.findingId,
    evidenceSha256: found.evidenceSha256,
    decision: 'accepted',
    reason: 'Our auditor.',
    expires: '2026-12-31',
    judge,
    ...more,
  })
}
