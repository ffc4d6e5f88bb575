import { fixedClock } from '../../../src/author/testing/vendor/fixed-clock.ts'
import type { Check, Severity } from '../../../src/define/index.ts'
import type { InputOf } from '../../../src/service/fields/field-types.ts'
import { ticket, tracker } from '../../../src/things/tickets/thing.ts'
import { createConnectorWith, secretKey } from '../../http/support.ts'
import { openRuntimeWith } from '../runtime/world.ts'
import { startTrackers } from './tracker-servers.ts'

export const organizationId = 'acme'
export const minuteMs = 60_000

/** For what a worker does. */
export const soon = { timeout: 10_000 }

const shared = { name: 'Ours', severity: 'high', whenResolved: 'close' } as const
export const trackers = {
  github: { ...shared, vendor: 'github', project: 'acme/app', token: 'github-token' },
  linear: { ...shared, vendor: 'linear', project: 'ENG', token: 'linear-token' },
  jira: {
    ...shared,
    vendor: 'jira',
    project: 'OPS',
    site: 'https://acme.atlassian.net',
    account: 'ada@acme.example',
    token: 'jira-token',
  },
} as const satisfies Readonly<Record<string, InputOf<typeof tracker.fields>>>

export type VendorId = keyof typeof trackers

/** A runtime with a connection, a tracker and vendors that it reaches. */
export async function openWithTracker(vendor: VendorId, settings: Partial<InputOf<typeof tracker.fields>> = {}) {
  const failing = new Map<string, { readonly title: string; readonly severity: Severity }>()
  const check: Check = {
    id: 'mfa',
    title: 'Second factor',
    connectorId: 'acme',
    severity: 'high',
    run: (ctx) => {
      for (const id of ['ada', 'grace']) {
        const resource = { type: 'user', id }
        const found = failing.get(id)
        if (found) ctx.fail({ resource, ...found, remediation: 'Turn it on.' })
        else ctx.pass({ resource, title: 'On' })
      }
    },
  }
  const connector = { ...createConnectorWith({ baseUrl: 'https://api.acme.example' }), checks: [check] }
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const served = await startTrackers()
  const { runtime, lines } = await openRuntimeWith({
    connectors: [connector],
    clock,
    worker: { pollMs: 20 },
    fetch: served.fetch,
  })
  const { id: connectionId } = await runtime.connections.create({
    connector: 'acme',
    organizationId,
    credentials: { api_key: secretKey },
  })
  const values: InputOf<typeof tracker.fields> = { ...trackers[vendor], ...settings }
  const { id: trackerId } = await runtime.serviceOf(tracker).create({ organizationId, values })
  const run = async (bad: Readonly<Record<string, { readonly title?: string; readonly severity?: Severity }>> = {}) => {
    failing.clear()
    for (const [id, { title = 'Off', severity = 'high' }] of Object.entries(bad)) failing.set(id, { title, severity })
    await (await runtime.runs.start({ connectionId })).result
  }
  const listTickets = () => runtime.serviceOf(ticket).list({ organizationId, limit: 100 })
  return { runtime, lines, clock, ...served, trackerId, run, listTickets }
}
