import type { BaseContext } from 'checkwright'
import { demandWholePolicy, fetchProjectPolicy, type ProjectClient, toProjectResource } from './services.ts'

/** A role that somebody has in the policy of the project. */
export interface Grant {
  readonly member: string
  readonly role: string
}

/** Reports each grant of the project's policy that should not be, or that there is none. */
export async function reportGrants(
  ctx: ProjectClient & Pick<BaseContext, 'cannotTell' | 'now' | 'pass' | 'fail'>,
  {
    isBad,
    good,
    remediation,
  }: {
    readonly isBad: (grant: Grant) => boolean
    /** The title of the result if there is no such grant. */
    readonly good: string
    readonly remediation: (grant: Grant) => string
  },
): Promise<void> {
  const policy = await fetchProjectPolicy(ctx)
  const { grants } = policy
  const bad = grants.filter(isBad)
  for (const { member, role } of bad) {
    ctx.fail({
      resource: { type: 'grant', id: `${ctx.credentials.project_id}/${role}/${member}`, name: member },
      title: `${member} has ${role}`,
      remediation: remediation({ member, role }),
      evidence: { member, role },
    })
  }
  demandWholePolicy(ctx, policy)
  if (bad.length === 0) ctx.pass({ resource: toProjectResource(ctx), title: good, evidence: { grants: grants.length } })
}
