import type { CheckContext, FailInput } from 'checkwright'
import type * as z from 'zod/mini'
import { EnabledRepositories } from './responses.ts'

/** What a setting of the organization means, with what to do if it is not good. */
export interface SettingVerdict extends Omit<FailInput, 'resource' | 'remediation'> {
  readonly isGood: boolean
  /** After "Open <page> of the settings. ". */
  readonly remedy: string
}

/** Where a setting is read, and where a person changes it. */
export interface SettingOptions<T> {
  /** After /orgs/{org}: `/actions/permissions`, or `` for the organization itself. */
  readonly path: string
  readonly schema: z.ZodMiniType<T>
  /** The page of the organization's settings: `actions`. */
  readonly page: string
}

type OrganizationContext = CheckContext<{ readonly organization: string }>

/**
 * Reads one setting of the organization and reports it: good passes, and everything else fails. A setting of workflows does not apply
 * where no repository runs any.
 */
export async function judgeSetting<T>(
  ctx: OrganizationContext,
  { path, schema, page }: SettingOptions<T>,
  judge: (setting: T) => SettingVerdict,
): Promise<void> {
  const { organization } = ctx.credentials
  const { isGood, remedy, ...verdict } = judge(await ctx.get(`/orgs/${organization}${path}`, { schema }))
  const result = { resource: { type: 'organization', id: organization }, ...verdict }
  const settings = `https://github.com/organizations/${organization}/settings/${page}`
  if (isGood) ctx.pass(result)
  else if (path.startsWith('/actions/permissions/') && !(await runsActions(ctx)))
    ctx.notApplicable({ ...result, title: 'No repository runs actions' })
  else ctx.fail({ ...result, remediation: `Open ${settings}. ${remedy}` })
}

async function runsActions(ctx: OrganizationContext): Promise<boolean> {
  const { organization } = ctx.credentials
  const { enabled_repositories: repositories } = await ctx.get(`/orgs/${organization}/actions/permissions`, {
    schema: EnabledRepositories,
  })
  return repositories !== 'none'
}

/** A setting that GitHub shows to owners only. */
export function showSetting<T>(ctx: OrganizationContext, value: T | null | undefined, what: string): T {
  const message = `GitHub does not show this token ${what}. Use a token of an owner of the organization.`
  return ctx.known(value ?? undefined, { kind: 'permission', message })
}
