import { createUsageError, StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printDone, printList } from '../../../service/commands/print-answer.ts'
import { readInput } from '../../../service/commands/read-input.ts'
import { isChat, type Rhythm, type Sink } from '../../../service/notices/webhook.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { demandOrganization, findOrganization, listStored, useRuntime } from '../../commands/open-runtime.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Delivery, Webhook } from '../webhooks.ts'

/** The webhooks of the organization, without their secrets. */
export async function listWebhooks(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const webhooks = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.webhooks.list({ organizationId }),
  )
  return printList(options, terminal, webhooks, {
    none: `There are no webhooks yet. Make one: ${formatCommand(shell`webhooks create`, options)}`,
    toCells: formatWebhookRow,
  })
}

export interface CreateWebhookOptions extends GlobalOptions {
  readonly name: string
  readonly sink: Sink
  /** `-`: from stdin, as the URL of a chat has to be. */
  readonly url?: string | undefined
  readonly to?: readonly string[] | undefined
  readonly type?: readonly string[] | undefined
  readonly rhythm: Rhythm
  readonly details?: true | undefined
}

/** Makes a webhook and prints its secret this once. @throws CheckwrightError `WEBHOOK_INVALID` */
export async function createWebhook(options: CreateWebhookOptions, { terminal }: Context): Promise<ExitCode> {
  const { name, sink, to, type: types, rhythm, details = false } = options
  if (isChat(sink) && options.url !== '-')
    throw createUsageError('The URL of a chat is a secret. Give it on stdin: --url -')
  const url = options.url === '-' ? (await readInput('--url', '-', terminal)).trim() : options.url
  const { webhook, secret } = await useRuntime(options, terminal, { connectors: [] }, async (runtime) =>
    runtime.webhooks.create({
      organizationId: await demandOrganization(runtime, options),
      name,
      sink,
      url,
      to,
      types,
      rhythm,
      details,
    }),
  )
  if (options.json) terminal.json({ ...webhook, secret: secret ?? null })
  else if (secret === undefined) terminal.out.line(`The webhook ${webhook.id} is made.${describeQuestion(webhook)}`)
  else printSecret(webhook, secret, options, terminal)
  return exitCodes.fine
}

export type WebhookVerb = 'pause' | 'resume' | 'test' | 'resend-question' | 'rotate-secret' | 'delete'

/** Changes a webhook. A service that runs sends what is due. */
export async function changeWebhook(
  verb: WebhookVerb,
  id: string,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const webhook = await demandWebhook(runtime, id, options)
    const ref = { organizationId: webhook.organizationId, id }
    const { webhooks } = runtime
    if (verb === 'rotate-secret') {
      const { secret } = await webhooks.rotateSecret(ref)
      if (options.json) terminal.json({ id, secret })
      else printSecret(webhook, secret, options, terminal)
      return
    }
    const changed = await (verb === 'resend-question' ? webhooks.resendQuestion(ref) : webhooks[verb](ref))
    if (options.json) terminal.json(verb === 'delete' ? { id, deleted: true } : changed)
    else terminal.out.line(changedWords[verb](webhook.name, options))
  })
  return exitCodes.fine
}

const changedWords: Readonly<
  Record<Exclude<WebhookVerb, 'rotate-secret'>, (name: string, options: GlobalOptions) => string>
> = {
  'resend-question': (name) => `Addresses of ${name} that have not answered get the letter again.`,
  pause: (name) => `The webhook ${name} is paused. Its notices wait for at most seven days.`,
  resume: (name) => `The webhook ${name} is active again.`,
  test: (name, options) =>
    `A test for ${name} waits to be sent. "${formatCommand(shell`webhooks deliveries`, options)}" shows what became of it.`,
  delete: (name) => `The webhook ${name} is deleted.`,
}

export interface ListDeliveriesOptions extends GlobalOptions {
  readonly limit: number
}

/** What a webhook was sent, the newest first. */
export async function listDeliveries(
  id: string,
  options: ListDeliveriesOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const deliveries = await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const { organizationId } = await demandWebhook(runtime, id, options)
    return runtime.webhooks.deliveries({ organizationId, id, limit: options.limit })
  })
  return printList(options, terminal, deliveries, {
    none: 'Nothing was sent in the last seven days.',
    toCells: formatDeliveryRow,
  })
}

/** Sends the notice of a delivery again. */
export async function repeatDelivery(
  id: string,
  deliveryId: string,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const delivery = await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const { organizationId } = await demandWebhook(runtime, id, options)
    return runtime.webhooks.repeat({ organizationId, id, deliveryId })
  })
  return printDone(options, terminal, delivery, `The notice waits to be sent again, as delivery ${delivery.id}.`)
}

/** @throws StoreError `NOT_FOUND` */
async function demandWebhook(runtime: Runtime, id: string, options: GlobalOptions): Promise<Webhook> {
  const organizationId = await findOrganization(runtime, options)
  const webhook = organizationId === undefined ? undefined : await runtime.webhooks.get({ organizationId, id })
  if (webhook) return webhook
  throw new StoreError(`There is no webhook "${id}". "${formatCommand(shell`webhooks`, options)}" shows them.`, {
    code: 'NOT_FOUND',
  })
}

function printSecret(
  { id, name }: Webhook,
  secret: string,
  options: GlobalOptions,
  { out, err }: Context['terminal'],
): void {
  // The secret alone on stdout, so that you can pipe it to its place.
  out.line(secret)
  err.line(
    `It signs the notices for ${name}. You see it only once. To send a test: ${formatCommand(shell`webhooks test ${id}`, options)}`,
  )
}

/** Of mail: nothing is sent before somebody has agreed. */
function describeQuestion({ sink }: Webhook): string {
  return sink === 'email' ? ' Each address first gets a letter and has to agree by its link.' : ''
}

function formatWebhookRow({
  id,
  name,
  sink,
  target,
  recipients,
  rhythm,
  types,
  state,
  stateReason,
}: Webhook): string[] {
  const reason = stateReason === null ? '' : ` (${stateReason})`
  const addresses = recipients.map((recipient) =>
    recipient.state === 'confirmed' ? recipient.address : `${recipient.address} (${recipientWords[recipient.state]})`,
  )
  return [
    id,
    name,
    sink,
    addresses.join(', ') || target,
    rhythm,
    types === null ? 'all' : types.join(' '),
    `${state}${reason}`,
  ]
}

const recipientWords = { unconfirmed: 'not confirmed yet', declined: 'declined' } as const

function formatDeliveryRow({ id, createdAt, type, state, attempts, status, problem }: Delivery): string[] {
  return [id, createdAt, type, state, `${attempts}`, status === null ? (problem ?? '') : `${status}`]
}
