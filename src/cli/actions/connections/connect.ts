import { listCredentialFields } from '../../../define/index.ts'
import type { Connection, Runtime } from '../../../runtime/runtime.ts'
import { type BrowserSignIn, type SignInOptions, signIn } from '../../browser-sign-in.ts'
import { isFile, loadConnector } from '../../connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../context.ts'
import {
  askMissing,
  type EnteredValues,
  parseAssignments,
  readCredentialsFromEnvironment,
  readCredentialsFromFile,
} from '../../credentials-input.ts'
import { type ExitCode, exitCodeOfTest } from '../../exit-codes.ts'
import { demandOrganization, useRuntime } from '../../open-runtime.ts'
import { tellTest } from './connections.ts'

export interface ConnectOptions extends GlobalOptions, SignInOptions {
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
    { connectors: [connector], allowPrivateNetwork: options.allowPrivateNetwork },
    async (runtime) => {
      const organizationId = await demandOrganization(runtime, options)
      const credentials = await askMissing(connector, fields, known, 'Checkwright stores them encrypted.', terminal)
      const request: Request = { connector, organizationId, connectionId: options.connection, credentials, variables }
      const isCodeFlow = isSignedInByPerson(request)
      const connection = isCodeFlow
        ? await interrupt.runInterruptibly((signal) => signIn(runtime, request, options, terminal, signal))
        : await saveEnteredConnection(runtime, request)
      if (isCodeFlow && options.var) await runtime.connections.update(connection.id, { variables })
      const test = await runtime.connections.test(connection.id)
      const now = (await runtime.connections.get(connection.id)) ?? connection
      if (options.json) terminal.json({ connection: now, test })
      else {
        const { name } = connector.definition
        terminal.out.line(
          test.ok ? `${name} is connected: ${now.id}` : `${name} is stored as ${now.id}, but does not work yet.`,
        )
        tellTest(test, terminal)
        const network = options.allowPrivateNetwork ? ' --allow-private-network' : ''
        terminal.out.line(
          test.ok
            ? `Next: checkwright run ${formatRunTarget(target, now.id)}${network}`
            : `Repair it: checkwright connect ${target} --connection ${now.id}${network}`,
        )
      }
      return exitCodeOfTest(test)
    },
  )
}

/** The connector of a file is found by its file only; for a shipped one, the connection has its id. */
function formatRunTarget(target: string, id: string): string {
  return isFile(target) ? `${target} --connection ${id}` : id
}

interface Request extends BrowserSignIn {
  readonly credentials: EnteredValues
  readonly variables: Readonly<Record<string, string>>
}

function isSignedInByPerson({ connector, credentials }: Request): boolean {
  const { auth } = connector.definition
  return auth.type === 'oauth2' && auth.config.grant !== 'client_credentials' && credentials.access_token === undefined
}

async function saveEnteredConnection(runtime: Runtime, request: Request): Promise<Connection> {
  const { connector, connectionId, organizationId, credentials, variables } = request
  return connectionId === undefined
    ? runtime.connections.create({ connector: connector.id, organizationId, credentials, variables })
    : runtime.connections.update(
        { id: connectionId, organizationId },
        { credentials, ...(Object.keys(variables).length > 0 && { variables }) },
      )
}
