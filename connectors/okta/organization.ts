import type { BaseContext, FailInput } from 'checkwright'
import type * as z from 'zod/mini'

/** What a setting of the organization means, with what to do if it is not good. */
export interface SettingVerdict extends Omit<FailInput, 'resource'> {
  readonly isGood: boolean
}

/** Reads one setting of the organization and reports it: good passes, and everything else fails. */
export async function judgeSetting<T>(
  ctx: BaseContext<{ readonly domain: string }>,
  path: string,
  schema: z.ZodMiniType<T>,
  judge: (setting: T) => SettingVerdict,
): Promise<void> {
  const { isGood, remediation, ...verdict } = judge(await ctx.get(path, { schema }))
  const result = { resource: { type: 'organization', id: ctx.credentials.domain }, ...verdict }
  if (isGood) ctx.pass(result)
  else ctx.fail({ ...result, remediation })
}
