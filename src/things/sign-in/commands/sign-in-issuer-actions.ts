import { StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { readInput } from '../../../service/commands/read-input.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, demandOrganization, listStored, useRuntime } from '../../commands/open-runtime.ts'

export interface AddIssuerOptions extends GlobalOptions {
  readonly name?: string | undefined
  readonly clientId: string
  readonly clientSecretFile?: string | undefined
  readonly domain?: readonly string[] | undefined
  readonly publicUrl: string
  readonly allowPrivateNetwork?: boolean | undefined
}

/** Registers an OpenID provider that signs people in to the organization. */
export async function addIssuer(issuer: string, options: AddIssuerOptions, { terminal }: Context): Promise<ExitCode> {
  const { clientId, clientSecretFile, domain: domains, publicUrl, allowPrivateNetwork, name = issuer } = options
  const clientSecret =
    clientSecretFile === undefined
      ? terminal.env.CHECKWRIGHT_CLIENT_SECRET
      : (await readInput('--client-secret-file', clientSecretFile, terminal)).trim()
  terminal.secrets.add(clientSecret ?? '')
  await useRuntime(options, terminal, { connectors: [], publicUrl, allowPrivateNetwork }, async (runtime) => {
    const organizationId = await demandOrganization(runtime, options)
    const added = await runtime.signInIssuers.create({ organizationId, name, issuer, clientId, clientSecret, domains })
    if (options.json) return terminal.json(added)
    terminal.out.line(`${added.id} signs people in to ${organizationId}.`)
    terminal.out.line(`Register exactly this redirect URI there: ${added.redirectUri}`)
    const test = shell`sign-in-issuer test ${added.id} --public-url ${publicUrl}`
    terminal.out.line(`Then try it: ${formatCommand(test, options)}`)
  })
  return exitCodes.fine
}

export type TestIssuerOptions = Pick<AddIssuerOptions, keyof GlobalOptions | 'publicUrl' | 'allowPrivateNetwork'>

/** Tries everything that a sign-in asks of the provider. Nobody is signed in. */
export async function testIssuer(id: string, options: TestIssuerOptions, { terminal }: Context): Promise<ExitCode> {
  const { publicUrl, allowPrivateNetwork } = options
  const trial = await useRuntime(
    options,
    terminal,
    { connectors: [], publicUrl, allowPrivateNetwork },
    async (runtime) => runtime.signInIssuers.test({ organizationId: await demandOrganization(runtime, options), id }),
  )
  if (options.json) terminal.json(trial)
  else
    terminal.out.write(
      formatColumns(
        trial.steps.map(({ step, outcome, rule, message }) => [
          outcome,
          step,
          rule === null ? message : `${message} (${rule})`,
        ]),
        terminal.out,
      ),
    )
  if (trial.isBroken) return exitCodes.failed
  return trial.steps.every(({ outcome }) => outcome === 'ok') ? exitCodes.fine : exitCodes.undecided
}

/** Deletes it, with every sign-in that it proved. */
export async function removeIssuer(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  await changeStored(options, terminal, async (runtime, organizationId) => {
    if (!(await runtime.signInIssuers.delete({ organizationId, id })))
      throw new StoreError(
        `There is no issuer "${id}". "${formatCommand(shell`sign-in-issuer list`, options)}" shows them.`,
        {
          code: 'NOT_FOUND',
        },
      )
    if (options.json) terminal.json({ id, removed: true })
    else terminal.out.line(`The issuer ${id} is removed. People can no longer sign in with it.`)
  })
  return exitCodes.fine
}

/** The OpenID providers of the organization, without their secrets. */
export async function listIssuers(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const issuers = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.signInIssuers.list({ organizationId }),
  )
  if (options.json) terminal.json(issuers)
  else if (issuers.length === 0)
    terminal.out.line(
      `No issuer is registered yet. Register one: ${formatCommand(shell`sign-in-issuer add <issuer>`, options)}`,
    )
  else {
    const rows = issuers.map(({ id, name, issuer, domains, isMakerGone }) => [
      ...[id, name, issuer, domains.join(' ')],
      isMakerGone ? 'added by somebody who is no administrator any more' : '',
    ])
    terminal.out.write(formatColumns(rows, terminal.out))
  }
  return exitCodes.fine
}
