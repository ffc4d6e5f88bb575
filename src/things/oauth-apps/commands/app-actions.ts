import { findTenantChoice } from '../../../auth/tenant-choice.ts'
import { type AnyConnector, type CredentialField, hasClientSecret, isSecret } from '../../../define/index.ts'
import { createUsageError } from '../../../errors/index.ts'
import { loadConnector } from '../../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printList } from '../../../service/commands/print-answer.ts'
import { askFields } from '../../../service/commands/prompts.ts'
import { readInput } from '../../../service/commands/read-input.ts'
import type { Terminal } from '../../../service/commands/terminal.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { parseAssignments } from '../../commands/credentials-input.ts'
import { demandOrganization, findOrganization, hasStore, useRuntime } from '../../commands/open-runtime.ts'
import { listAppSettings } from '../../connectors/app-destination.ts'
import type { OAuthApp } from '../../runtime/runtime.ts'
import { hasPlatformApp } from '../platform-settings.ts'

export interface SetAppOptions extends GlobalOptions {
  readonly clientId?: string | undefined
  readonly clientSecretFile?: string | undefined
  readonly setting?: readonly string[] | undefined
  readonly secretExpires?: Date | undefined
  /** Organization that a platform app may serve although its members choose server or account. */
  readonly boundTo?: string | undefined
}

/** Enters the OAuth app of a connector, for one organization or for all without their own. */
export async function setApp(target: string, options: SetAppOptions, { terminal }: Context): Promise<ExitCode> {
  const connector = await loadConnector(target)
  const { definition } = connector
  if (!hasPlatformApp(definition)) {
    throw createUsageError(
      `${definition.name} does not need an app, because it uses neither OAuth nor settings of the platform. Connect now: ${formatCommand(shell`connect ${target}`, options)}`,
    )
  }
  const {
    client_id: clientId = '',
    client_secret: clientSecret,
    ...settings
  } = await collectEnteredApp(connector, options, terminal)
  const app = await useRuntime(options, terminal, { connectors: [connector] }, async (runtime) => {
    // If organizations choose server or account, the app belongs to one organization.
    const isOwn = options.boundTo === undefined && findTenantChoice(definition, connector.hooks) !== undefined
    const organizationId = options.org === undefined && !isOwn ? undefined : await demandOrganization(runtime, options)
    const { secretExpires: secretExpiresAt, boundTo } = options
    const app = { connector: connector.id, organizationId, clientId, clientSecret, secretExpiresAt, settings, boundTo }
    return runtime.oauthApps.set(app)
  })
  if (options.json) terminal.json(app)
  else {
    const isOauth = definition.auth.type === 'oauth2'
    terminal.out.line(
      `${isOauth ? 'The OAuth app' : 'Settings'} of ${definition.name} ${isOauth ? 'is' : 'are'} entered${app.organizationId === undefined ? '' : ` for ${app.organizationId}`}.`,
    )
    terminal.out.line(`Next: ${formatCommand(shell`connect ${target}`, options)}`)
  }
  return exitCodes.fine
}

/** The OAuth apps without their secrets: the platform's, and the organization's own. */
export async function listApps(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const apps: readonly OAuthApp[] = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
        const organizationId = await findOrganization(runtime, options)
        const own = organizationId === undefined ? [] : await runtime.oauthApps.list({ organizationId })
        return [...(await runtime.oauthApps.list()), ...own]
      })
    : []
  return printList(options, terminal, apps, {
    none: `There are no OAuth apps yet. Enter one: ${formatCommand(shell`app set <connector>`, options)}`,
    toCells: formatAppRow,
  })
}

function formatAppRow({
  connector,
  organizationId,
  clientId,
  settings,
  secretsSet,
  secretExpiresAt,
  issuer,
  boundTo,
}: OAuthApp): string[] {
  const shown = Object.entries(settings).map(([id, value]) => `${id}=${value}`)
  const ends = secretExpiresAt === undefined ? [] : [`the secret ends ${secretExpiresAt.slice(0, 10)}`]
  return [
    connector,
    organizationId ?? (boundTo === undefined ? 'all organizations' : `all organizations, bound to ${boundTo}`),
    [
      `client id ${clientId}`,
      ...(issuer === undefined ? [] : [`registered at ${issuer}`]),
      ...shown,
      ...secretsSet.map((id) => `${id} is set`),
      ...ends,
    ].join(', '),
  ]
}

/** Options first, then the environment. If somebody can answer, asks for missing values. */
async function collectEnteredApp(
  connector: AnyConnector,
  options: SetAppOptions,
  terminal: Terminal,
): Promise<Readonly<Record<string, string>>> {
  const fields = listEnteredFields(connector)
  const settings = parseAssignments('--setting', options.setting)
  const secret = fields.find((field) => isSecret(field) && Object.hasOwn(settings, field.id))
  if (secret) {
    throw createUsageError(
      `The setting "${secret.id}" is a secret, and other programs can see arguments. Set ${toSettingVariable(secret.id)}, or answer the prompt.`,
    )
  }
  const values: Record<string, string> = { ...readAppEnvironment(fields, terminal), ...settings }
  if (options.clientId !== undefined) values.client_id = options.clientId
  if (options.clientSecretFile !== undefined)
    values.client_secret = (await readInput('--client-secret-file', options.clientSecretFile, terminal)).trim()
  const open = fields.filter(({ id }) => !values[id])
  const isAsked = terminal.canAsk && open.some(({ required }) => required)
  const app = { ...values, ...(isAsked && (await askFields(open, terminal))) }
  for (const field of fields) if (isSecret(field)) terminal.secrets.add(app[field.id] ?? '')
  return app
}

/** The app as a form: client id and secret as fields beside the connector's own settings. */
function listEnteredFields(connector: AnyConnector): readonly CredentialField[] {
  const { auth } = connector.definition
  if (auth.type !== 'oauth2') return listAppSettings(connector)
  return [
    { id: 'client_id', label: 'Client id', type: 'text', required: true },
    ...(hasClientSecret(auth.config)
      ? [{ id: 'client_secret', label: 'Client secret', type: 'password', required: true } as const]
      : []),
    ...listAppSettings(connector),
  ]
}

function readAppEnvironment(fields: readonly CredentialField[], { env }: Terminal): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.flatMap(({ id }) => {
      const name =
        id === 'client_id' || id === 'client_secret' ? `CHECKWRIGHT_${id.toUpperCase()}` : toSettingVariable(id)
      const value = env[name]
      return value ? [[id, value]] : []
    }),
  )
}

function toSettingVariable(id: string): string {
  return `CHECKWRIGHT_SETTING_${id.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`
}
