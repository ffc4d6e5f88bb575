import type { ConnectionRecord } from '../../auth/connection-store.ts'
import { coverCredentials } from '../../auth/cover-credentials.ts'
import { demandReady } from '../../checks/context/demand-ready.ts'
import { type AnyConnector, fillPath } from '../../define/index.ts'
import type { ErrorCode } from '../../errors/index.ts'
import { type AskContext, type AsksVendor, askVendor } from './ask-vendor.ts'
import type { Evidence } from './connection-state.ts'

export interface ConnectionTest {
  readonly ok: boolean
  /** HTTP status of the vendor's answer, if there was one. */
  readonly status?: number | undefined
  /** The problem, and how to fix it. */
  readonly message?: string
  /** Error code (`docs/errors.md`); left out for other errors. */
  readonly code?: ErrorCode | undefined
  /** The vendor had trouble, so nobody knows whether the credentials work. Left out for any other outcome. */
  readonly undecided?: true | undefined
}

/** Proves that the credentials work: with the `test` hook, otherwise with a GET of `test.path`. */
export async function testConnection(
  parts: AsksVendor,
  connector: AnyConnector,
  record: ConnectionRecord,
): Promise<ConnectionTest & { readonly evidence: Evidence }> {
  const asked = await askVendor(parts, connector, record, `The test of ${connector.definition.name}`, (context) =>
    askTestHook(connector, context),
  )
  if (asked.ok) return asked.value
  const { status, message, code, retryable } = asked
  const isRefused = code === 'AUTH_REJECTED'
  return {
    ok: false,
    status,
    message,
    code,
    undecided: retryable || undefined,
    evidence: isRefused ? 'refused' : 'none',
  }
}

async function askTestHook(
  connector: AnyConnector,
  { client, credentials, session, hasSentCredentials }: AskContext,
): Promise<ConnectionTest & { readonly evidence: Evidence }> {
  const { definition, hooks } = connector
  await demandReady(connector, { ...client, credentials: coverCredentials(credentials) })
  if (hooks.test) await hooks.test({ ...client, credentials })
  else if (definition.test)
    await client.get(fillPath(definition.test.path, session.fillings), { query: definition.test.query })
  else if (!hooks.ready) {
    const message = `${definition.name} declares no test request, so no request was sent.`
    return { ok: true, message, evidence: 'none' }
  }
  return { ok: true, evidence: hasSentCredentials() ? 'accepted' : 'none' }
}
