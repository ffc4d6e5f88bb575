import type { Uses } from '../parts/runtime-parts.ts'

/** Lets the findings of an organization stand as its judgements and waivers say now. Mostly nothing has changed. */
export async function settleFindings(
  { store, clock, connectors, crossChecks }: Uses<'findings', 'clock' | 'connectors' | 'crossChecks'>,
  organizationId: string,
): Promise<void> {
  const of = { organizationId, nowMs: clock.nowMs() }
  await Promise.all([
    store.findings.endRefusals(of),
    store.findings.settleWaivers({ ...of, connectors: crossChecks.withConnectors(connectors.values()) }),
  ])
}
