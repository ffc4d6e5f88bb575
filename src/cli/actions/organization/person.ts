import { CheckwrightError, StoreError } from '../../../errors/index.ts'
import type { Membership } from '../../../workspace/memberships.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { demandOrganization, findOrganization, hasStore, useRuntime } from '../../open-runtime.ts'
import { formatColumns } from '../../output/format-columns.ts'

export interface PersonOptions extends GlobalOptions {
  /** For a viewer: first day. */
  readonly from?: string | undefined
  /** For a viewer: last day. */
  readonly to?: string | undefined
}

export interface InviteOptions extends PersonOptions {
  readonly publicUrl: string
  readonly name?: string | undefined
  readonly user?: string | undefined
  readonly role: Membership['role']
}

/** Invites a person: prints a link that binds the account that they sign in with, once. */
export async function invitePerson(
  email: string | undefined,
  { publicUrl, ...options }: InviteOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  if (!URL.canParse(publicUrl))
    throw new CheckwrightError('--public-url must be the address at which people reach the server.', {
      code: 'CLI_USAGE',
    })
  await useRuntime(options, terminal, { connectors: [], publicUrl }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    const { name, user: userId, role, from: periodFrom, to: periodTo } = options
    const invited = await runtime.people.invite({
      ...{ organizationId, userId, name: name ?? email, email, role, periodFrom, periodTo },
    })
    const url = `${runtime.publicUrl}/invitation?token=${invited.token}`
    if (options.json) return terminal.json({ userId: invited.userId, organizationId, role, url })
    terminal.out.line(url)
    terminal.err.line(
      'It works once, within seven days, for the person who opens it first. Send it to the invited person only.',
    )
  })
  return exitCodes.fine
}

/** Gives a person a role in the organization. */
export async function setPersonRole(
  userId: string,
  role: Membership['role'],
  options: PersonOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    const { from: periodFrom, to: periodTo } = options
    const membership = await runtime.people.setRole({ organizationId, userId, role, periodFrom, periodTo })
    if (options.json) terminal.json(membership)
    else terminal.out.line(`${userId} has the role ${role} in ${organizationId}.`)
  })
  return exitCodes.fine
}

/** Ends a person's role, sessions and sign-ins. */
export async function removePerson(userId: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    if (!(await runtime.people.remove({ organizationId, userId })))
      throw new StoreError(`"${userId}" has no role in "${organizationId}". Checkwright ended their sessions anyway.`, {
        code: 'NOT_FOUND',
      })
    if (options.json) terminal.json({ organizationId, userId, removed: true })
    else terminal.out.line(`${userId} no longer has a role in ${organizationId}, and is signed out everywhere.`)
  })
  return exitCodes.fine
}

/** People with a role, and those limited to a period. */
export async function listPeople(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const people = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
        const organizationId = await findOrganization(runtime, options)
        return organizationId === undefined ? [] : runtime.people.list({ organizationId })
      })
    : []
  if (options.json) terminal.json(people)
  else if (people.length === 0) terminal.out.line('No person has a role yet. Invite one: checkwright person invite')
  else terminal.out.write(formatColumns(people.map(formatPersonRow), terminal.out))
  return exitCodes.fine
}

function formatPersonRow({ userId, role, periodFrom, periodTo }: Membership): string[] {
  const period = periodFrom || periodTo ? `runs ${periodFrom ?? 'from the beginning'} to ${periodTo ?? 'now'}` : ''
  return [userId, role, period]
}
