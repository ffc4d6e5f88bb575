import { CheckwrightError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import { type ExitCode, exitCodes } from '../../exit-codes.ts'
import { demandOrganization, useRuntime } from '../../open-runtime.ts'
import { createOperatorLink } from '../../serving/operator-link.ts'

export interface SignInLinkOptions extends GlobalOptions {
  readonly publicUrl: string
  /** Id of a person of the organization. @default the operator */
  readonly user?: string | undefined
  readonly role: 'admin' | 'member' | 'viewer'
}

/**
 * Makes a link that signs a person in to a server on this store, and prints it. Whoever opens it first is signed in as
 * that person.
 */
export async function makeSignInLink(options: SignInLinkOptions, { terminal }: Context): Promise<ExitCode> {
  const { publicUrl, role, user: userId } = options
  if (!URL.canParse(publicUrl)) {
    throw new CheckwrightError('--public-url must be the address at which people reach the server.', {
      code: 'CLI_USAGE',
    })
  }
  await useRuntime(options, terminal, { connectors: [], publicUrl }, async (runtime) => {
    const { SignInLinks } = await import('../../../web/index.ts')
    const links = new SignInLinks(runtime)
    const organizationId = await demandOrganization(runtime, options)
    if (userId !== undefined && (await runtime.users.find({ organizationId, userId })) === undefined) {
      throw new CheckwrightError(`The organization "${organizationId}" has no person "${userId}".`, {
        code: 'NOT_FOUND',
      })
    }
    const signInUrl =
      userId === undefined
        ? await createOperatorLink(runtime, links, organizationId, role)
        : (await links.create({ organizationId, userId, role })).url
    if (options.json) return terminal.json({ signInUrl, organizationId, role })
    terminal.out.line(signInUrl)
    terminal.err.line('It works once, within ten minutes. Do not share it.')
  })
  return exitCodes.fine
}
