import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** How long the earlier secret signs too, after a new one was made. */
export const secretOverlapMs = 24 * 3_600_000

/** A secret in the form of Standard Webhooks: 256 random bits. */
export function createWebhookSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/**
 * The headers of Standard Webhooks 1.0.0 (standardwebhooks.com): one signature for each secret, so that a receiver who
 * still has the earlier one can verify it.
 */
export function signNotice({
  id,
  body,
  atMs,
  secrets,
}: {
  readonly id: string
  readonly body: string
  readonly atMs: number
  readonly secrets: readonly string[]
}): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(atMs / 1_000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
