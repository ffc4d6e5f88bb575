import type { BaseContext, Resource } from 'checkwright'

/** One setting of one resource, with what to say of it either way. */
export interface Setting {
  readonly resource: Resource
  readonly evidence: object
  /** Whether it is as the check demands. */
  readonly holds: boolean
  /** The title of the result if it holds. */
  readonly good: string
  /** The title of the result if it does not. */
  readonly bad: string
  readonly remediation: string
}

/** Reports whether a setting is as a check demands. */
export function reportSetting(
  ctx: Pick<BaseContext, 'pass' | 'fail'>,
  { resource, evidence, holds, good, bad, remediation }: Setting,
): void {
  if (holds) ctx.pass({ resource, title: good, evidence })
  else ctx.fail({ resource, title: bad, remediation, evidence })
}
