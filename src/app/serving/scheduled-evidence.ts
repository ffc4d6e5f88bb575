import type { Logger, Runtime } from '../../things/runtime/runtime.ts'

/** Warns where schedules run without keeping evidence: nobody can make up for it when an auditor asks for a package. */
export async function warnOfUnkeptEvidence(
  { organizations, schedules }: Pick<Runtime, 'organizations' | 'schedules'>,
  isStored: boolean,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  if (isStored) return
  for (const { id: organizationId } of await organizations.list()) {
    if ((await schedules.list({ organizationId, limit: 1 })).length === 0) continue
    logger.warn(
      { organizationId },
      'Its schedules keep no evidence, so a package for an auditor has gaps. Start with --evidence',
    )
  }
}
