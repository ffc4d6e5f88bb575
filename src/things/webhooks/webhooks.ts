import { ApiError, CheckwrightError } from '../../errors/index.ts'
import type { DeliveryPlace, DeliveryRecord, DeliveryState } from '../../service/notices/delivery.ts'
import { findDigestDay, isTimeZone } from '../../service/notices/digest-day.ts'
import { type AnyNoticeType, type Notice, type NoticeType, toNotice } from '../../service/notices/notice.ts'
import { createWebhookSecret, secretOverlapMs } from '../../service/notices/sign-notice.ts'
import type {
  Rhythm,
  Sink,
  WebhookRecord,
  WebhookRef,
  WebhookState,
  WebhookStateReason,
} from '../../service/notices/webhook.ts'
import type { MailAddressState } from '../../service/records/mail-addresses.ts'
import { createTimeId } from '../../text/create-time-id.ts'
import { toKey } from '../mail-addresses/letters.ts'
import type { Declared } from '../parts/declared-service.ts'
import { requireFound, toIsoTime, type Uses } from '../parts/runtime-parts.ts'
import { createWebhookError, parseTarget, parseTypes, parseWebhookName, type TargetInput } from './webhook-input.ts'
import { placeWebhookSecret } from './webhook-secrets.ts'

/** Where notices go, without secrets. */
export interface Webhook {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly sink: Sink
  readonly rhythm: Rhythm
  /** null: all. */
  readonly types: readonly NoticeType[] | null
  /** Whether it gets names, addresses and titles. */
  readonly details: boolean
  /** The part of the URL that is no secret, or the addresses. */
  readonly target: string
  /** Of mail: its addresses. Only those whose owners have agreed get letters. */
  readonly recipients: readonly MailRecipient[]
  readonly state: WebhookState
  readonly stateReason: WebhookStateReason | null
  /** ISO 8601. */
  readonly createdAt: string
  readonly createdBy: string | null
  /** Since when every attempt has failed. null: the newest one has not */
  readonly failingSince: string | null
  /** Until when the earlier secret signs too. */
  readonly earlierSecretUntil: string | null
}

/** An address of a webhook by mail. */
export interface MailRecipient {
  readonly address: string
  readonly state: MailAddressState
}

export interface WebhookInput extends TargetInput {
  readonly organizationId: string
  /** The person who makes it. Details that they ask for end when they may no longer read them. @default the machine */
  readonly userId?: string | undefined
  readonly name: string
  /** @default 'each' */
  readonly rhythm?: Rhythm | undefined
  /** @default all */
  readonly types?: readonly string[] | null | undefined
  /** @default false */
  readonly details?: boolean | undefined
}

/** The members that change. Another receiver is another webhook. */
export interface WebhookUpdate extends WebhookRef {
  readonly name?: string | undefined
  readonly rhythm?: Rhythm | undefined
  readonly types?: readonly string[] | null | undefined
  readonly details?: boolean | undefined
  /** The person who changes it. Details that they ask for end when they may no longer read them. @default the machine */
  readonly userId?: string | undefined
}

/** One notice for one webhook. */
export interface Delivery {
  readonly id: string
  /** The `webhook-id` of its requests. */
  readonly noticeId: string
  readonly type: AnyNoticeType
  readonly state: DeliveryState
  readonly attempts: number
  readonly createdAt: string
  readonly triedAt: string | null
  /** Status of the newest answer. */
  readonly status: number | null
  /** Error code of the newest attempt, if it got no answer. */
  readonly problem: string | null
}

/** The notices of an organization, and where they go. */
export interface WebhookService {
  /**
   * @returns the secret too, which nobody sees again; undefined for sinks that sign nothing
   * @throws CheckwrightError `WEBHOOK_INVALID`; ApiError `API_QUOTA_EXCEEDED`; StoreError `NOT_FOUND`
   */
  create(input: WebhookInput): Promise<{ readonly webhook: Webhook; readonly secret: string | undefined }>
  list(filter: { readonly organizationId: string }): Promise<readonly Webhook[]>
  get(ref: WebhookRef): Promise<Webhook | undefined>
  /** @throws CheckwrightError `WEBHOOK_INVALID`; StoreError `NOT_FOUND` */
  update(update: WebhookUpdate): Promise<Webhook>
  /** With its deliveries. @returns false if there is none */
  delete(ref: WebhookRef): Promise<boolean>
  /** Its notices wait, for as long as the outbox keeps them. @throws StoreError `NOT_FOUND`, `STORE_CONFLICT` */
  pause(ref: WebhookRef): Promise<Webhook>
  /** @throws StoreError `NOT_FOUND`; `STORE_CONFLICT` if it is not paused */
  resume(ref: WebhookRef): Promise<Webhook>
  /** A new secret. The earlier one signs too for a day. @throws StoreError `NOT_FOUND`; CheckwrightError `WEBHOOK_INVALID` */
  rotateSecret(ref: WebhookRef): Promise<{ readonly webhook: Webhook; readonly secret: string }>
  /**
   * Sends the letter again that asks addresses to agree, to those that have not answered and were not asked in the last ten minutes.
   * @throws StoreError `NOT_FOUND`; CheckwrightError `STORE_CONFLICT` if there are none
   */
  resendQuestion(ref: WebhookRef): Promise<Webhook>
  /** Sends a notice that tells nothing. @throws StoreError `NOT_FOUND` if there is none, or it has ended */
  test(ref: WebhookRef): Promise<Delivery>
  /** The newest first, of the last seven days. */
  deliveries(
    page: WebhookRef & { readonly limit: number; readonly before?: DeliveryPlace | undefined },
  ): Promise<readonly Delivery[]>
  /** One delivery with the notice as it is sent. */
  delivery(
    ref: WebhookRef & { readonly deliveryId: string },
  ): Promise<(Delivery & { readonly notice: Notice }) | undefined>
  /** Sends the notice again, as a delivery of its own. @throws StoreError `NOT_FOUND` */
  repeat(ref: WebhookRef & { readonly deliveryId: string }): Promise<Delivery>
  /** How many stopped without a person: after days of failures, or because the receiver is gone. */
  countStopped(filter: { readonly organizationId: string }): Promise<number>
  /** Whether the service has a mail server. */
  canMail(): Promise<boolean>
  /** The time zone of the organization, for the hour of digests. */
  timeZone(filter: { readonly organizationId: string }): Promise<string>
  /** @throws CheckwrightError `WEBHOOK_INVALID` */
  setTimeZone(setting: { readonly organizationId: string; readonly timeZone: string }): Promise<void>
}

/** How many webhooks an organization may have: every fact of it is written once for each. */
const webhooksMax = 20

type WebhookParts = Uses<'webhooks' | 'notices' | 'mailAddresses', 'vault' | 'clock' | 'options'>

/** @param wake something may be due now */
export function createWebhookService(parts: WebhookParts, wake: () => void): Declared<WebhookService> {
  const { store, vault, clock, options } = parts
  const { webhooks, notices, mailAddresses } = store
  const get = async (ref: WebhookRef) => describe(requireFound(await find(ref), 'webhook'))
  const describe = async (record: WebhookRecord): Promise<Webhook> => {
    const addresses = listAddresses(record)
    const known = await mailAddresses.list(record.organizationId ?? '', addresses.map(toKey))
    const states = new Map(known.map(({ address, state }) => [address, state]))
    const recipients = addresses.map((address) => ({ address, state: states.get(toKey(address)) ?? 'unconfirmed' }))
    return toWebhook(record, recipients)
  }
  /** @returns how many are asked now */
  const askAddresses = async (ref: WebhookRef, addresses: readonly string[], pauseMs: number): Promise<number> => {
    const atMs = clock.nowMs()
    let asked = 0
    for (const address of addresses) {
      const question = { ...ref, address: toKey(address), atMs, askedBeforeMs: atMs - pauseMs }
      if (!(await mailAddresses.ask(question))) continue
      await notices.tellOne(ref, { type: 'mail.confirm', atMs, data: { address }, details: null })
      asked++
    }
    return asked
  }
  const find = ({ organizationId, id }: WebhookRef) => webhooks.find(organizationId, id)
  const audit = <Verb extends string>(verb: Verb) => ({
    action: `webhook.${verb}` as const,
    organization: ({ organizationId }: WebhookRef) => organizationId,
    target: (_done: unknown, { id }: WebhookRef) => id,
  })
  const findDigest = async (organizationId: string, rhythm: Rhythm) => {
    const nowMs = clock.nowMs()
    if (rhythm === 'each') return { digestDay: null, digestedAtMs: nowMs }
    const timeZone = (await webhooks.findTimeZone(organizationId)) ?? 'UTC'
    return { digestDay: findDigestDay(nowMs, timeZone), digestedAtMs: nowMs }
  }
  return {
    create: {
      change: async ({ organizationId, userId, rhythm = 'each', types = null, details = false, ...settings }) => {
        const id = createTimeId()
        const name = parseWebhookName(settings.name)
        const { target, shownTarget } = parseTarget(settings, options)
        const secret = settings.sink === 'webhook' ? createWebhookSecret() : undefined
        const record: WebhookRecord = {
          id,
          organizationId,
          name,
          sink: settings.sink,
          rhythm,
          types: parseTypes(types),
          details,
          shownTarget,
          sealedTarget: await vault.seal(placeWebhookSecret(organizationId, id, 'target'), target),
          sealedSecret: secret ? await vault.seal(placeWebhookSecret(organizationId, id, 'secret'), secret) : null,
          sealedEarlierSecret: null,
          earlierUntilMs: null,
          state: 'active',
          stateReason: null,
          createdAtMs: clock.nowMs(),
          createdBy: userId ?? null,
          failingSinceMs: null,
          failures: 0,
          restsUntilMs: 0,
          ...(await findDigest(organizationId, rhythm)),
          detailsBy: chooseOwner(details, userId),
        }
        if (!(await webhooks.insert(record, webhooksMax)))
          throw new ApiError(`The organization has ${webhooksMax} webhooks, which is its limit. Delete one first.`, {
            code: 'API_QUOTA_EXCEEDED',
            status: 403,
          })
        if ((await askAddresses({ organizationId, id }, listAddresses(record), askedAgainMs)) > 0) wake()
        return { webhook: await describe(record), secret }
      },
      audit: { action: 'webhook.create', fields: (input) => input, target: ({ webhook }) => webhook.id },
    },
    list: { read: async ({ organizationId }) => Promise.all((await webhooks.list(organizationId)).map(describe)) },
    get: {
      read: async (ref) => {
        const record = await find(ref)
        return record && describe(record)
      },
    },
    update: {
      change: async ({ organizationId, id, userId, ...settings }) => {
        const ref = { organizationId, id }
        const before = requireFound(await find(ref), 'webhook')
        const { name, types, rhythm, details } = settings
        await webhooks.update(ref, {
          name: name === undefined ? undefined : parseWebhookName(name),
          types: types === undefined ? undefined : parseTypes(types),
          details,
          detailsBy: details === undefined ? undefined : chooseOwner(details, userId),
          rhythm,
          ...(rhythm === undefined || rhythm === before.rhythm ? undefined : await findDigest(organizationId, rhythm)),
        })
        return get(ref)
      },
      audit: { ...audit('update'), fields: ({ userId: _, ...settings }) => settings },
    },
    delete: { change: (ref) => webhooks.delete(ref), audit: audit('delete') },
    pause: {
      change: async (ref) => {
        const isPaused = await webhooks.pause(ref)
        const webhook = await get(ref)
        if (!isPaused) throw createConflict('The webhook is not active, so it cannot be paused.')
        return webhook
      },
      audit: audit('pause'),
    },
    resume: {
      change: async (ref) => {
        const isResumed = await webhooks.resume(ref, clock.nowMs())
        const webhook = await get(ref)
        if (!isResumed)
          throw createConflict(
            webhook.state === 'ended'
              ? 'The receiver has said that it is gone (410), so the webhook has ended. Make another one.'
              : 'The webhook is not paused.',
          )
        wake()
        return webhook
      },
      audit: audit('resume'),
    },
    rotateSecret: {
      change: async (ref) => {
        const { sealedSecret } = requireFound(await find(ref), 'webhook')
        if (sealedSecret === null)
          throw createWebhookError('Only signed webhooks have a secret. For another URL, make another webhook.')
        const secret = createWebhookSecret()
        const changes = {
          sealedSecret: await vault.seal(placeWebhookSecret(ref.organizationId, ref.id, 'secret'), secret),
          sealedEarlierSecret: sealedSecret,
          earlierUntilMs: clock.nowMs() + secretOverlapMs,
        }
        // Of two at once, one would get a secret that signs nothing.
        if (!(await webhooks.update(ref, changes, { sealedSecret }))) {
          await get(ref)
          throw createConflict('Somebody else has just made a new secret. The receivers may not know it yet.')
        }
        return { webhook: await get(ref), secret }
      },
      audit: audit('rotate-secret'),
    },
    resendQuestion: {
      change: async (ref) => {
        const record = requireFound(await find(ref), 'webhook')
        if ((await askAddresses(ref, listAddresses(record), askedAgainMs)) === 0)
          throw createConflict('All addresses have answered, or were asked in the last ten minutes.')
        await webhooks.retryMail(ref.organizationId, clock.nowMs())
        wake()
        return describe(record)
      },
      audit: audit('resend-question'),
    },
    test: {
      change: async (ref) => {
        const notice = {
          type: 'webhook.test',
          atMs: clock.nowMs(),
          data: { webhookId: ref.id },
          details: null,
        } as const
        const delivery = requireFound(await notices.tellOne(ref, notice), 'webhook that has not ended')
        wake()
        return toDelivery(delivery)
      },
      audit: audit('test'),
    },
    deliveries: {
      read: async ({ limit, before, ...ref }) => (await notices.list(ref, { limit, before })).map(toDelivery),
    },
    delivery: {
      read: async ({ deliveryId, ...ref }) => {
        const [webhook, found] = [await find(ref), await notices.find(ref, deliveryId)]
        return (
          webhook && found && { ...toDelivery(found), notice: toNotice(found.notice, { withDetails: webhook.details }) }
        )
      },
    },
    repeat: {
      change: async ({ deliveryId, ...ref }) => {
        const delivery = requireFound(
          await notices.repeat(ref, deliveryId, clock.nowMs()),
          'such delivery of a webhook that has not ended',
        )
        wake()
        return toDelivery(delivery)
      },
      audit: { ...audit('repeat') },
    },
    countStopped: { read: ({ organizationId }) => webhooks.countFailing(organizationId) },
    canMail: { read: async () => options.mail !== undefined },
    timeZone: { read: async ({ organizationId }) => (await webhooks.findTimeZone(organizationId)) ?? 'UTC' },
    setTimeZone: {
      change: async ({ organizationId, timeZone }) => {
        if (!isTimeZone(timeZone)) throw createWebhookError('The time zone must be a name such as Europe/Berlin.')
        await webhooks.setTimeZone(organizationId, timeZone)
      },
      audit: {
        action: 'organization.update',
        fields: (setting) => setting,
        target: (_done, { organizationId }) => organizationId,
      },
    },
  }
}

/** An address is not asked again before, whatever webhooks it has. */
const askedAgainMs = 10 * 60_000

function listAddresses({ sink, shownTarget }: WebhookRecord): readonly string[] {
  return sink === 'email' ? shownTarget.split(', ') : []
}

/** Whoever asks for details answers for them, also where somebody else has asked before. */
function chooseOwner(details: boolean, userId: string | undefined): string | null {
  return details ? (userId ?? null) : null
}

function createConflict(message: string): CheckwrightError {
  return new CheckwrightError(message, { code: 'STORE_CONFLICT' })
}

function toWebhook(record: WebhookRecord, recipients: readonly MailRecipient[]): Webhook {
  const { id, name, rhythm, types, details, state, stateReason, createdBy } = record
  const toTime = (ms: number | null) => (ms === null ? null : toIsoTime(ms))
  return {
    id,
    name,
    rhythm,
    types,
    details,
    state,
    stateReason,
    createdBy,
    recipients,
    // Of the program there is none in an organization.
    organizationId: record.organizationId ?? '',
    sink: record.sink as Sink,
    target: record.shownTarget,
    createdAt: toIsoTime(record.createdAtMs),
    failingSince: toTime(record.failingSinceMs),
    earlierSecretUntil: toTime(record.earlierUntilMs),
  }
}

function toDelivery({
  id,
  noticeId,
  type,
  state,
  attempts,
  createdAtMs,
  triedAtMs,
  status,
  problem,
}: DeliveryRecord): Delivery {
  return {
    id,
    noticeId,
    type,
    state,
    attempts,
    status,
    problem,
    createdAt: toIsoTime(createdAtMs),
    triedAt: triedAtMs === null ? null : toIsoTime(triedAtMs),
  }
}
