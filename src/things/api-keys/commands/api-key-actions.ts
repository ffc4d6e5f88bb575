import { createUsageError, StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printDone, printList } from '../../../service/commands/print-answer.ts'
import { gateScopes, isScope, type Scope, scopes } from '../../../service/rights/scopes.ts'
import { isCalendarDay } from '../../../text/calendar-day.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, listStored, useStored } from '../../commands/open-runtime.ts'
import { demandNamedPerson } from '../../people/commands/demand-person.ts'
import type { ApiKey } from '../../runtime/runtime.ts'

const listed = 1_000

export interface CreateApiKeyOptions extends GlobalOptions {
  /** @default every scope */
  readonly scope?: readonly string[] | undefined
  /** What people call it. */
  readonly name?: string | undefined
  /** Id of the person for whom it acts. @default nobody */
  readonly user?: string | undefined
  /** ISO 8601. @default never */
  readonly expires?: string | undefined
}

/** A way in for programs is opened by its name alone. */
function listDefaultScopes(): readonly string[] {
  return (Object.keys(scopes) as Scope[]).filter((scope) => !gateScopes.includes(scope))
}

/** Makes a key of the HTTP API and prints it this once. */
export async function createApiKey(options: CreateApiKeyOptions, { terminal }: Context): Promise<ExitCode> {
  const chosen = options.scope ?? listDefaultScopes()
  const unknown = chosen.find((scope) => !isScope(scope))
  if (unknown !== undefined) {
    throw createUsageError(`There is no scope "${unknown}". There is ${Object.keys(scopes).join(', ')}.`)
  }
  const expiresAt = parseExpiryOption(options.expires)
  await changeStored(options, terminal, async (runtime, organizationId) => {
    const { name, user: userId } = options
    if (userId !== undefined) await demandNamedPerson(runtime, organizationId, userId)
    const scopesOfKey = [...new Set(chosen)]
    const { id, key } = await runtime.apiKeys.create({ organizationId, scopes: scopesOfKey, name, userId, expiresAt })
    if (options.json) return terminal.json({ id, key, organizationId, scopes: chosen, expiresAt: expiresAt ?? null })
    // The key alone on stdout, so that you can pipe it to its place.
    terminal.out.line(key)
    terminal.err.line(
      `Send it as X-API-Key. You see it only once. To revoke it: ${formatCommand(shell`api-key revoke ${id}`, options)}`,
    )
  })
  return exitCodes.fine
}

/** Lists the keys of the organization, without their secrets. */
export async function listApiKeys(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const keys = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.apiKeys.list({ organizationId, limit: listed }),
  )
  return printList(options, terminal, keys, {
    none: `There are no API keys yet. Make one: ${formatCommand(shell`api-key create`, options)}`,
    toCells: formatKeyRow,
  })
}

/** Revokes a key immediately and permanently. */
export async function revokeApiKey(id: string, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const isRevoked = await useStored(options, terminal, ({ apiKeys }, organizationId) =>
    apiKeys.revoke({ organizationId, id }),
  )
  if (!isRevoked)
    throw new StoreError(`There is no API key "${id}". "${formatCommand(shell`api-key list`, options)}" shows them.`, {
      code: 'NOT_FOUND',
    })
  return printDone(options, terminal, { id, revoked: true }, `The key ${id} is revoked.`)
}

function parseExpiryOption(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  // A program takes 30 February for 2 March.
  const atMs = isCalendarDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN
  if (Number.isFinite(atMs) && atMs > Date.now()) return new Date(atMs).toISOString()
  throw createUsageError('--expires must be a date in the future, such as 2027-01-31.')
}

function formatKeyRow({ id, name = '', createdAt, scopes, expiresAt, revokedAt, lastUsedAt }: ApiKey): string[] {
  const state = revokedAt
    ? `revoked ${cutToDay(revokedAt)}`
    : expiresAt
      ? `until ${cutToDay(expiresAt)}`
      : 'never expires'
  return [
    id,
    name,
    cutToDay(createdAt),
    lastUsedAt ? `used ${cutToDay(lastUsedAt)}` : 'never used',
    state,
    scopes.join(' '),
  ]
}

function cutToDay(time: string): string {
  return time.slice(0, 10)
}
