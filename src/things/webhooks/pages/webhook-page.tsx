import { ApiError } from '../../../errors/index.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, definePage, type OwnVisit } from '../../pages/page-route.ts'
import { FormActions, InputField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { PageHead } from '../../pages/shared/page-head.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { Delivery, Webhook } from '../webhooks.ts'
import { SettingFields } from './webhook-form.tsx'
import { DeliveryOutcome, WebhookState } from './webhook-words.tsx'

const shown = 50
const access = 'webhooks:write'

/** One webhook with what it was sent. */
export const webhookPage = definePage({
  path: '/settings/webhooks/:webhookId',
  access,
  show: async (visit) => {
    const { texts } = visit
    const { runtime, query } = visit
    const webhook = await demandWebhook(visit)
    const { id, name, target, sink, state, failingSince, earlierSecretUntil } = webhook
    const place = readListPlace(query)
    const before = place && { createdAtMs: place.atMs, id: place.id }
    const ref = { organizationId: webhook.organizationId, id }
    const rows = await runtime.webhooks.deliveries({ ...ref, limit: shown + 1, before })
    const deliveries = rows.slice(0, shown)
    const last = rows.length > shown ? deliveries.at(-1) : undefined
    const at = `/settings/webhooks/${id}`
    return createPage(
      { title: name },
      <>
        <SettingsHead title={name} at="/settings/webhooks">
          <p class="lead">
            {texts.webhooks.sinks[sink]}: {target}
          </p>
          <p>
            <WebhookState webhook={webhook} />
          </p>
          {failingSince !== null && (
            <p class="small">{texts.webhooks.page.failingSince({ moment: <Moment at={failingSince} /> })}</p>
          )}
          {earlierSecretUntil !== null && Date.parse(earlierSecretUntil) > runtime.workspace.clock.nowMs() && (
            <p class="small">{texts.webhooks.page.previousSecret({ moment: <Moment at={earlierSecretUntil} /> })}</p>
          )}
        </SettingsHead>
        <div class="stack">
          {state !== 'ended' && <Actions webhook={webhook} />}
          {sink === 'email' && <Recipients webhook={webhook} />}
          <Sheet id="deliveries" title={texts.webhooks.deliveries.title}>
            <p class="small">{texts.webhooks.deliveries.lead}</p>
            {deliveries.length === 0 ? (
              <p>{texts.webhooks.deliveries.empty}</p>
            ) : (
              <Deliveries webhook={webhook} at={at} deliveries={deliveries} />
            )}
            <OlderLink at={at} query={query} last={last && { atMs: Date.parse(last.createdAt), id: last.id }} />
          </Sheet>
          <Sheet id="settings" title={texts.labels.settings}>
            <PostForm to={`${at}/settings`}>
              <div class="fields">
                <InputField name="name" label={texts.labels.name} required maxlength={nameLengthMax} value={name} />
              </div>
              <SettingFields settings={webhook} />
              <FormActions submit={texts.actions.save} />
            </PostForm>
          </Sheet>
          <Sheet id="delete" title={texts.webhooks.page.delete}>
            <p class="small">{texts.webhooks.page.deleteHelp}</p>
            <PostForm to={`${at}/delete`}>
              <SubmitButton looks="danger">{texts.webhooks.page.delete}</SubmitButton>
            </PostForm>
          </Sheet>
        </div>
      </>,
    )
  },
})

/** One delivery with the notice, as it is sent. */
export const deliveryPage = definePage({
  path: '/settings/webhooks/:webhookId/deliveries/:deliveryId',
  access,
  show: async (visit) => {
    const { texts } = visit
    const { runtime, params } = visit
    const webhook = await demandWebhook(visit)
    const { organizationId, id, name } = webhook
    const delivery = await runtime.webhooks.delivery({ organizationId, id, deliveryId: params.deliveryId ?? '' })
    if (delivery === undefined)
      throw new ApiError('There is no such delivery. They are kept for seven days.', { code: 'NOT_FOUND' })
    return createPage(
      { title: delivery.type },
      <>
        <PageHead crumbs={<Link to={`/settings/webhooks/${id}`}>{name}</Link>} title={delivery.type}>
          <p>
            <DeliveryOutcome delivery={delivery} webhook={webhook} />
          </p>
        </PageHead>
        <section class="sheet" aria-label={texts.webhooks.deliveries.notice}>
          <Scrollable name={texts.webhooks.deliveries.content}>
            <pre>{JSON.stringify(delivery.notice, null, 2)}</pre>
          </Scrollable>
          {webhook.state !== 'ended' && <RepeatForm at={`/settings/webhooks/${id}`} delivery={delivery} />}
        </section>
      </>,
    )
  },
})

/** @throws ApiError 404, for another organization's too */
export async function demandWebhook({ runtime, params, person: { organizationId } }: OwnVisit): Promise<Webhook> {
  const webhook = await runtime.webhooks.get({ organizationId, id: params.webhookId ?? '' })
  if (webhook) return webhook
  throw new ApiError('There is no such webhook.', { code: 'NOT_FOUND' })
}

function Actions({ webhook: { id, sink, state } }: { readonly webhook: Webhook }) {
  const texts = useTexts()
  const at = `/settings/webhooks/${id}`
  return (
    <div class="actions">
      <PostForm to={`${at}/test`}>
        <SubmitButton>{texts.webhooks.page.test}</SubmitButton>
      </PostForm>
      {state === 'active' ? (
        <PostForm to={`${at}/pause`}>
          <SubmitButton>{texts.actions.pause}</SubmitButton>
        </PostForm>
      ) : (
        <PostForm to={`${at}/resume`}>
          <SubmitButton looks="primary">{texts.actions.resume}</SubmitButton>
        </PostForm>
      )}
      {sink === 'webhook' && (
        <PostForm to={`${at}/rotate-secret`}>
          <SubmitButton>{texts.webhooks.secret.rotate}</SubmitButton>
        </PostForm>
      )}
    </div>
  )
}

function Recipients({ webhook: { id, recipients, state } }: { readonly webhook: Webhook }) {
  const { mailAddresses: texts } = useTexts()
  const tones = { unconfirmed: 'error', confirmed: 'pass', declined: 'plain' } as const
  return (
    <Sheet id="recipients" title={texts.recipients.title}>
      <p class="small">{texts.recipients.help}</p>
      <ul>
        {recipients.map((recipient) => (
          <li>
            {recipient.address} <span class={`badge ${tones[recipient.state]}`}>{texts.states[recipient.state]}</span>
          </li>
        ))}
      </ul>
      {state !== 'ended' && recipients.some((recipient) => recipient.state === 'unconfirmed') && (
        <PostForm to={`/settings/webhooks/${id}/resend-question`}>
          <SubmitButton>{texts.recipients.resend}</SubmitButton>
        </PostForm>
      )}
    </Sheet>
  )
}

interface DeliveriesProps {
  readonly at: string
  readonly webhook: Webhook
  readonly deliveries: readonly Delivery[]
}

function Deliveries({ at, webhook, deliveries }: DeliveriesProps) {
  const texts = useTexts()
  return (
    <Scrollable name={texts.webhooks.deliveries.table}>
      <Table
        rows={deliveries}
        columns={[
          [texts.webhooks.deliveries.notice, ({ id, type }) => <Link to={`${at}/deliveries/${id}`}>{type}</Link>],
          [texts.labels.createdAt, ({ createdAt }) => <Moment at={createdAt} />],
          [texts.labels.outcome, (delivery) => <DeliveryOutcome delivery={delivery} webhook={webhook} />],
        ]}
      />
    </Scrollable>
  )
}

function RepeatForm({ at, delivery: { id } }: { readonly at: string; readonly delivery: Delivery }) {
  const texts = useTexts()
  return (
    <PostForm to={`${at}/deliveries/${id}/repeat`}>
      <FormActions submit={texts.webhooks.deliveries.repeat} />
    </PostForm>
  )
}
