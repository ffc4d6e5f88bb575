import { listCredentialFields } from '../../../define/index.ts'
import { isFile, loadConnector } from '../../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodeOfTest } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { type ShellWords, shell } from '../../../text/quote-for-shell.ts'
import { type BrowserSignIn, type BrowserSignInOptions, signIn } from '../../commands/browser-sign-in.ts'
import {
  askMissing,
  type EnteredValues,
  parseAssignments,
  readCredentialsFromEnvironment,
  readCredentialsFromFile,
} from '../../commands/credentials-input.ts'
import { demandOrganization, useRuntime } from '../../commands/open-runtime.ts'
import type { ConnectAttempt, Connection, ConnectionTest, Runtime } from '../../runtime/runtime.ts'
import { tellTest, toJsonTest } from './connections-actions.ts'

export interface ConnectOptions extends GlobalOptions, BrowserSignInOptions {
  readonly credentials?: string | undefined
  readonly var?: readonly string[] | undefined
  /** Id of the connection to renew. */
  readonly connection?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
}

/** Makes or renews a connection, and proves that it works. */
export async function runConnectCommand(target: string, options: ConnectOptions, context: Context): Promise<ExitCode> {
  const { terminal, interrupt } = context
  const connector = await loadConnector(target)
  const variables = parseAssignments('--var', options.var)
  const fields = listCredentialFields(connector.definition)
  const known =
    options.credentials === undefined
      ? readCredentialsFromEnvironment(connector, fields, terminal)
      : ((await readCredentialsFromFile(options.credentials, [connector], false, terminal)).get(connector.id) ?? {})
  return useRuntime(
    options,
    terminal,
    { connectors: [connector], allowPrivateNetwork: options.allowPrivateNetwork, dailyRuns: true },
    async (runtime) => {
      const organizationId = await demandOrganization(runtime, options)
      const credentials = await askMissing(connector, fields, known, 'Checkwright stores them encrypted.', terminal)
      const request: Request = { connector, organizationId, connectionId: options.connection, credentials, variables }
      const isCodeFlow = isSignedInByPerson(request)
      const { connection, test } = isCodeFlow
        ? await interrupt.runInterruptibly((signal) => signIn(runtime, request, options, terminal, signal))
        : await connectByForm(runtime, request)
      if (isCodeFlow && options.var && connection) await runtime.connections.update(connection.id, { variables })
      const now = connection && (await runtime.connections.get(connection.id))
      if (options.json) terminal.json({ connection: now ?? null, test: toJsonTest(test) })
      else {
        const { name } = connector.definition
        const network = options.allowPrivateNetwork ? shell` --allow-private-network` : shell``
        terminal.out.line(describeAttempt(name, now, test))
        tellTest(test, terminal)
        terminal.out.line(`Next: ${formatCommand(shell`${formatNextCommand(target, now, test)}${network}`, options)}`)
      }
      return exitCodeOfTest(test)
    },
  )
}

function describeAttempt(name: string, connection: Connection | undefined, { ok, undecided }: ConnectionTest): string {
  if (connection === undefined) return `${name} is not connected. Nothing was kept.`
  if (ok) return `${name} is connected: ${connection.id}`
  return undecided
    ? `${name} is stored as ${connection.id}. Nobody knows yet whether it works, because ${name} had trouble.`
    : `${name} is stored as ${connection.id}, but does not work yet.`
}

function formatNextCommand(
  target: string,
  connection: Connection | undefined,
  { ok, undecided }: ConnectionTest,
): ShellWords {
  if (connection === undefined) return shell`connect ${target}`
  if (ok) return shell`run ${formatRunTarget(target, connection.id)}`
  if (!undecided) return shell`connect ${target} --connection ${connection.id}`
  return isFile(target)
    ? shell`connections test ${connection.id} --connector ${target}`
    : shell`connections test ${connection.id}`
}

/** The connector of a file is found by its file only; for a shipped one, the connection has its id. */
function formatRunTarget(target: string, id: string): ShellWords {
  return isFile(target) ? shell`${target} --connection ${id}` : shell`${id}`
}

interface Request extends BrowserSignIn {
  readonly credentials: EnteredValues
  readonly variables: Readonly<Record<string, string>>
}

function isSignedInByPerson({ connector, credentials }: Request): boolean {
  const { auth } = connector.definition
  return auth.type === 'oauth2' && auth.config.grant !== 'client_credentials' && credentials.access_token === undefined
}

async function connectByForm({ connections }: Runtime, request: Request): Promise<ConnectAttempt> {
  const { connector, connectionId, organizationId, credentials, variables } = request
  if (connectionId === undefined)
    return connections.connect({ connector: connector.id, organizationId, credentials, variables })
  const connection = await connections.update(
    { id: connectionId, organizationId },
    { credentials, variables: Object.keys(variables).length > 0 ? variables : undefined },
  )
  return { connection, test: await connections.test(connection.id) }
}
