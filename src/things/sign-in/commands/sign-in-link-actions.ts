import { CheckwrightError, createUsageError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { demandOrganization, useRuntime } from '../../commands/open-runtime.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { createOperatorLink } from './operator-link.ts'

export interface SignInLinkOptions extends GlobalOptions {
  readonly publicUrl: string
  /** Id of a person of the organization. @default the operator */
  readonly user?: string | undefined
  readonly role: 'admin' | 'member' | 'viewer'
  /** Path or URL of the page that the person sees first. @default the one that they wanted, else the overview */
  readonly to?: string | undefined
}

/**
 * Makes a link that signs a person in to a server on this store, and prints it. Whoever opens it first is signed in as
 * that person.
 */
export async function makeSignInLink(options: SignInLinkOptions, { terminal }: Context): Promise<ExitCode> {
  const { publicUrl, role, user: userId } = options
  if (!URL.canParse(publicUrl)) {
    throw createUsageError('--public-url must be the address at which people reach the server.')
  }
  await useRuntime(options, terminal, { connectors: [], publicUrl }, async (runtime) => {
    const { SignInLinks } = await import('../../people/pages/sign-in-links.ts')
    const links = new SignInLinks(runtime)
    const organizationId = await demandOrganization(runtime, options)
    const user = await demandActivePerson(runtime, { organizationId, userId, options })
    const to = toWantedPath(runtime.publicUrl, options.to)
    const signInUrl =
      userId === undefined
        ? await createOperatorLink(runtime, links, organizationId, { role, to })
        : (await links.create({ organizationId, userId, role }, { to })).url
    const organization = (await runtime.organizations.get(organizationId))?.name ?? organizationId
    const person = user?.name ?? 'Operator'
    if (options.json) return terminal.json({ signInUrl, organizationId, role, person, organization })
    terminal.out.line(signInUrl)
    terminal.err.line(`It signs ${person} in to ${organization} as ${role}, once, within ten minutes. Do not share it.`)
  })
  return exitCodes.fine
}

async function demandActivePerson(
  { users }: Runtime,
  {
    organizationId,
    userId,
    options,
  }: { readonly organizationId: string; readonly userId: string | undefined; readonly options: GlobalOptions },
) {
  if (userId === undefined) return undefined
  const user = await users.find({ organizationId, userId })
  if (user === undefined)
    throw new CheckwrightError(`The organization "${organizationId}" has no person "${userId}".`, { code: 'NOT_FOUND' })
  if (user.deactivated === true)
    throw createUsageError(
      `"${userId}" is deactivated. Activate them first: ${formatCommand(shell`person activate ${userId}`, options)}`,
    )
  return user
}

/** @throws CheckwrightError `CLI_USAGE` for a page that is not below the public URL */
function toWantedPath(publicUrl: string, to: string | undefined): string | undefined {
  if (to === undefined) return undefined
  const path = to.startsWith(`${publicUrl}/`) ? to.slice(publicUrl.length) : to
  if (path.startsWith('/') && !/^\/[/\\]/.test(path)) return path
  throw createUsageError('--to must be a page of the server, such as /findings.')
}
