import { createUsageError, StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printList } from '../../../service/commands/print-answer.ts'
import type { Membership } from '../../../service/records/memberships.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, demandOrganization, listStored, useRuntime } from '../../commands/open-runtime.ts'
import type { OrganizationPerson } from '../list-everybody.ts'

export interface PersonOptions extends GlobalOptions {
  /** For a viewer: first day. */
  readonly from?: string | undefined
  /** For a viewer: last day. */
  readonly to?: string | undefined
  /** For a viewer: evidence that names people. @default false */
  readonly readsPeople?: boolean | undefined
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
    throw createUsageError('--public-url must be the address at which people reach the server.')
  await useRuntime(options, terminal, { connectors: [], publicUrl }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    const { name, user: userId, role, from: periodFrom, to: periodTo, readsPeople } = options
    const invited = await runtime.people.invite({
      organizationId,
      userId,
      name: name ?? email,
      email,
      role,
      periodFrom,
      periodTo,
      readsPeople,
      asOperator: true,
    })
    const url = `${runtime.publicUrl}/invitation?token=${invited.token}`
    if (options.json)
      return terminal.json({ userId: invited.userId, organizationId, role, url, expiresAt: invited.expiresAt })
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
  await changeStored(options, terminal, async (runtime, organizationId) => {
    const { from: periodFrom, to: periodTo, readsPeople } = options
    const membership = await runtime.people.setRole({
      organizationId,
      userId,
      role,
      periodFrom,
      periodTo,
      readsPeople,
      asOperator: true,
    })
    if (options.json) terminal.json(membership)
    else terminal.out.line(`${userId} has the role ${role} in ${organizationId}.`)
  })
  return exitCodes.fine
}

/** Ends a person's role, sessions and sign-ins. */
export async function removePerson(userId: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  await changeStored(options, terminal, async (runtime, organizationId) => {
    if (!(await runtime.people.remove({ organizationId, userId, asOperator: true })))
      throw new StoreError(`"${userId}" has no role in "${organizationId}". Checkwright ended their sessions anyway.`, {
        code: 'NOT_FOUND',
      })
    if (options.json) terminal.json({ organizationId, userId, removed: true })
    else terminal.out.line(`${userId} no longer has a role in ${organizationId}, and is signed out everywhere.`)
  })
  return exitCodes.fine
}

/** Deactivates a person, or activates them again. */
export async function setPersonActive(
  active: boolean,
  userId: string,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await changeStored(options, terminal, async (runtime, organizationId) => {
    await runtime.people.setActive({ organizationId, userId, active, asOperator: true })
    if (options.json) terminal.json({ organizationId, userId, active })
    else if (active) terminal.out.line(`${userId} can sign in to ${organizationId} again.`)
    else
      terminal.out.line(`${userId} is signed out of ${organizationId}, and cannot come back until you activate them.`)
  })
  return exitCodes.fine
}

/** Everybody of the organization, with what they may do. */
export async function listPeople(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const people = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.people.listAll({ organizationId }),
  )
  return printList(options, terminal, people, {
    none: `There is nobody yet. Invite a person: ${formatCommand(shell`person invite <email>`, options)}`,
    toCells: formatPersonRow,
  })
}

function formatPersonRow({ id, name, email, state, role, invitation, ...person }: OrganizationPerson): string[] {
  const { periodFrom, periodTo } = invitation ?? person
  const period = periodFrom || periodTo ? `runs ${periodFrom ?? 'from the beginning'} to ${periodTo ?? 'now'}` : ''
  const rights = person.isOperator ? 'operator' : (role ?? invitation?.role ?? '')
  return [id, name, email, state, rights, period]
}
