import { CheckwrightError } from '../../errors/index.ts'
import type { Attempt, NextDelivery } from '../../service/notices/delivery.ts'
import { type Notice, toNotice } from '../../service/notices/notice.ts'
import { signNotice } from '../../service/notices/sign-notice.ts'
import { formatSlackMessage } from '../../service/notices/slack-message.ts'
import { formatTeamsMessage } from '../../service/notices/teams-message.ts'
import { type Follower, isFollower, type WebhookRecord } from '../../service/notices/webhook.ts'
import type { Letters } from '../mail-addresses/letters.ts'
import { type RuntimeParts, readErrorCodeForLog } from '../parts/runtime-parts.ts'
import { placeWebhookSecret } from '../webhooks/webhook-secrets.ts'
import { type DetailParts, mayTellDetails } from './end-details.ts'

/** How long a receiver may take. */
export const attemptMs = 10_000

/** Nobody reads the answer, but a connection is only used again after all of it. */
const answerBytesMax = 1024 * 1024

export type SendParts = Pick<RuntimeParts, 'store' | 'vault' | 'transport' | 'clock' | 'options'> &
  Pick<DetailParts, 'log'> & {
    readonly publicUrl: string
    readonly letters: Letters | undefined
    /** What followers do with what they are told. */
    readonly followers: Readonly<Record<Follower, FollowFact>>
  }

/** Lets a follower do what follows from a fact. @returns what became of it; what it throws is told by its code */
export type FollowFact = (delivery: NextDelivery, signal: AbortSignal) => Promise<Attempt>

/**
 * One attempt. What fails at the receiver is its outcome.
 * @throws the signal's reason when the process stops, so that it does not count as an attempt
 */
export async function sendNotice(parts: SendParts, delivery: NextDelivery, closing: AbortSignal): Promise<Attempt> {
  const { notice: record, webhook, reached } = delivery
  const timeout = AbortSignal.timeout(attemptMs)
  const signal = AbortSignal.any([closing, timeout])
  try {
    if (isFollower(webhook.sink)) return await parts.followers[webhook.sink](delivery, signal)
    // At each attempt: the person who asked for details may have lost the right to them since.
    const notice = toNotice(record, { withDetails: await mayTellDetails(parts, webhook) })
    return await sendTo(parts, { webhook, reached, notice }, signal)
  } catch (error) {
    closing.throwIfAborted()
    const problem = timeout.aborted ? 'HTTP_TIMEOUT' : readErrorCodeForLog(error)
    return { isDelivered: false, status: null, problem: problem ?? 'INTERNAL', isGone: false }
  }
}

interface Sending {
  readonly webhook: WebhookRecord
  readonly notice: Notice
  readonly reached: readonly string[]
}

async function sendTo(parts: SendParts, { webhook, notice, reached }: Sending, signal: AbortSignal): Promise<Attempt> {
  const { options, publicUrl, letters, clock } = parts
  if (webhook.sink === 'host') {
    await withSignal(signal, async () => options.onEvent?.(notice))
    return { isDelivered: true, status: null, problem: null, isGone: false }
  }
  const target = await openSealed(parts, webhook, 'target', webhook.sealedTarget)
  if (webhook.sink === 'email') {
    const addresses = target.split('\n')
    const { address } = notice.data
    if (letters && notice.type === 'mail.confirm')
      return letters.sendQuestion(notice, demandOwnAddress(addresses, address), signal)
    if (letters) return letters.sendNotice(notice, { addresses, reached }, signal)
    throw new CheckwrightError('The service has no mail server (createRuntime({ mail })).', { code: 'WEBHOOK_INVALID' })
  }
  if (webhook.sink === 'slack') return post(parts, webhook, target, formatSlackMessage(notice, publicUrl), {}, signal)
  if (webhook.sink === 'teams') return post(parts, webhook, target, formatTeamsMessage(notice, publicUrl), {}, signal)
  const secrets = [await openSealed(parts, webhook, 'secret', webhook.sealedSecret)]
  if (webhook.sealedEarlierSecret !== null && (webhook.earlierUntilMs ?? 0) > clock.nowMs())
    secrets.push(await openSealed(parts, webhook, 'secret', webhook.sealedEarlierSecret))
  const body = JSON.stringify(notice)
  return post(parts, webhook, target, body, signNotice({ id: notice.id, body, atMs: clock.nowMs(), secrets }), signal)
}

/** The address that is asked is one of the webhook. */
function demandOwnAddress(addresses: readonly string[], address: unknown): string {
  const found = addresses.find((each) => each === address)
  if (found !== undefined) return found
  throw new CheckwrightError('The webhook has no such address.', { code: 'WEBHOOK_INVALID' })
}

/** Redirects are not followed: a signed text goes where a person said, and nowhere else. */
async function post(
  { transport }: SendParts,
  { organizationId }: WebhookRecord,
  target: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Attempt> {
  const url = new URL(target)
  const { status } = await transport.send({
    method: 'POST',
    url,
    shownUrl: { text: url.origin },
    body,
    signal,
    bodyBytesMax: answerBytesMax,
    headers: { 'content-type': 'application/json', 'user-agent': 'Checkwright-Notices', ...headers },
    party: organizationId ?? undefined,
  })
  return { isDelivered: status >= 200 && status < 300, status, problem: null, isGone: status === 410 }
}

function openSealed(
  { vault }: SendParts,
  { organizationId, id }: WebhookRecord,
  field: 'target' | 'secret',
  sealed: string | null,
): Promise<string> {
  return vault.open(placeWebhookSecret(organizationId, id, field), sealed ?? '')
}

/** The program may ignore time; the loop must not. */
function withSignal<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return Promise.race([
    work(),
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })),
  ])
}
