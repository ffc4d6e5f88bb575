import type { ConnectionRecord } from '../auth/connection-store.ts'
import { type AnyConnector, fillPath } from '../define/index.ts'
import { CheckError, CheckwrightError, HttpError } from '../errors/index.ts'
import { type ClientScope, vendorClient } from '../http/client.ts'
import { fillingsOf } from '../http/open-session.ts'
import { type ConnectionAccess, openConnection } from './connection-access.ts'
import type { Evidence } from './connection-state.ts'
import type { Parts } from './parts.ts'
import type { ConnectionTest } from './runtime.ts'

const deadlineMs = 60_000
const messageLengthMax = 500

/** Proves that the credentials work: the `test` hook, else a GET of `test.path`. */
export async function testConnection(
  parts: Parts,
  connector: AnyConnector,
  record: ConnectionRecord,
): Promise<ConnectionTest & { readonly evidence: Evidence }> {
  const { definition } = connector
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(late(definition.name)), deadlineMs)
  const signal = AbortSignal.any([deadline.signal, parts.closing])
  let access: ConnectionAccess | undefined
  try {
    access = await openConnection(parts, connector, record, signal)
    return await ask(connector, access, signal)
  } catch (error) {
    const status = error instanceof HttpError ? error.status : undefined
    // A hook of the connector's may throw anything, and quote what it was given.
    const text =
      error instanceof CheckwrightError ? error.message : `The test of ${definition.name} failed: ${words(error)}`
    const message = (access?.redactor.text(text) ?? text).slice(0, messageLengthMax)
    const isRefused = error instanceof CheckwrightError && error.code === 'AUTH_REJECTED'
    return { ok: false, ...(status !== undefined && { status }), message, evidence: isRefused ? 'refused' : 'none' }
  } finally {
    clearTimeout(timer)
  }
}

async function ask(
  { definition, hooks }: AnyConnector,
  { session, credentials, settings }: ConnectionAccess,
  signal: AbortSignal,
): Promise<ConnectionTest & { readonly evidence: Evidence }> {
  const fillings = fillingsOf(definition, credentials, settings)
  const client = vendorClient(session, quietScope(signal), fillings)
  if (hooks.test) {
    await hooks.test({ ...client, credentials })
    return { ok: true, evidence: 'accepted' }
  }
  if (!definition.test) {
    const message = `${definition.name} declares no test request, so nothing was asked.`
    return { ok: true, message, evidence: 'none' }
  }
  await client.get(fillPath(definition.test.path, fillings), { query: definition.test.query })
  return { ok: true, evidence: 'accepted' }
}

function quietScope(signal: AbortSignal): ClientScope {
  const nothing = () => undefined
  return { signal, writes: false, onRequest: nothing, onWait: nothing, incomplete: nothing }
}

function late(name: string): CheckError {
  return new CheckError(`${name} did not answer the test within ${deadlineMs / 1000} s. Try again later.`, {
    code: 'CHECK_TIMEOUT',
    retryable: true,
  })
}

function words(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'the test hook threw no error with a message'
}
