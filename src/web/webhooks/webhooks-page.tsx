import { ApiError, CheckwrightError } from '../../errors/index.ts'
import type { Webhook } from '../../runtime/notices/webhooks.ts'
import { Link, PostForm } from '../frame/links.tsx'
import { defineAction, definePage, type OwnVisit, type PageAnswer } from '../page-route.ts'
import { SecretOnce } from '../settings/secret-once.tsx'
import { SettingsHead } from '../settings/settings-head.tsx'
import { Scrollable } from '../shared/scrollable.tsx'
import { emptyWebhook, NewWebhookForm, readTypedWebhook, type TypedWebhook } from './webhook-form.tsx'
import { rhythmWords, sinkWords, WebhookState } from './webhook-words.tsx'

const path = '/settings/webhooks'
const access = 'webhooks:write'

/** Where notices go, and a form for another receiver. */
export const webhooksPage = definePage({ path, access, show: (visit) => answerWebhooks(visit) })

async function answerWebhooks(
  { runtime, person: { organizationId } }: OwnVisit,
  refused?: { readonly typed: TypedWebhook; readonly problem: string },
): Promise<PageAnswer> {
  const [webhooks, timeZone, canMail] = await Promise.all([
    runtime.webhooks.list({ organizationId }),
    runtime.webhooks.timeZone({ organizationId }),
    runtime.webhooks.canMail(),
  ])
  return {
    kind: 'page',
    status: refused === undefined ? 200 : 400,
    title: 'Webhooks',
    content: (
      <>
        <SettingsHead title="Webhooks" at={path}>
          <p class="lead">You are told of failures and changes in another system, a chat or by mail.</p>
        </SettingsHead>
        <div class="stack">
          {webhooks.length === 0 ? (
            <p class="sheet">There are no webhooks yet.</p>
          ) : (
            <WebhookTable webhooks={webhooks} />
          )}
          <NewWebhookForm typed={refused?.typed ?? emptyWebhook} problem={refused?.problem} canMail={canMail} />
          <TimeZoneForm timeZone={timeZone} />
        </div>
      </>
    ),
  }
}

export const makeWebhook = defineAction({
  path,
  access,
  audit: { action: 'webhook.create' },
  act: async (submission) => {
    const { runtime, person, form } = submission
    const typed = readTypedWebhook(form)
    const { name, sink, url, to, settings } = typed
    const target = sink === 'email' ? { to: to.split(/[,\s]+/).filter((address) => address !== '') } : { url }
    try {
      const { organizationId, userId } = person
      const { webhook, secret } = await runtime.webhooks.create({
        organizationId,
        userId,
        name,
        sink,
        ...target,
        ...settings,
      })
      const page = `${path}/${webhook.id}`
      if (secret === undefined) return { kind: 'redirect', to: page, notice: 'webhook-made', made: webhook.id }
      return {
        kind: 'page',
        title: 'The secret of the webhook',
        made: webhook.id,
        content: (
          <SecretOnce title={`The secret of ${webhook.name}`} secret={secret} back={page}>
            The receiver verifies by it that a request comes from here, as Standard Webhooks does.
          </SecretOnce>
        ),
      }
    } catch (error) {
      const isTheirs =
        (error instanceof ApiError && error.code === 'API_QUOTA_EXCEEDED') ||
        (error instanceof CheckwrightError && error.code === 'WEBHOOK_INVALID')
      if (isTheirs) return answerWebhooks(submission, { typed, problem: error.message })
      throw error
    }
  },
})

export const saveTimeZone = defineAction({
  path: `${path}/time-zone`,
  access,
  audit: { action: 'organization.update' },
  act: async ({ runtime, person: { organizationId }, form }) => {
    await runtime.webhooks.setTimeZone({ organizationId, timeZone: form.text('timeZone').trim() })
    return { kind: 'redirect', to: path, notice: 'time-zone-saved' }
  },
})

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }) {
  return (
    <Scrollable name="Webhooks">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Where</th>
            <th scope="col">What</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <tr>
              <th scope="row">
                <Link to={`${path}/${webhook.id}`}>{webhook.name}</Link>
              </th>
              <td data-label="Where">
                {sinkWords[webhook.sink]} <span class="small">{webhook.target}</span>
              </td>
              <td data-label="What">
                {webhook.types === null ? 'Everything' : webhook.types.join(', ')}, {rhythmWords[webhook.rhythm]}
                {webhook.details && ', with names'}
              </td>
              <td data-label="State">
                <WebhookState webhook={webhook} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

function TimeZoneForm({ timeZone }: { readonly timeZone: string }) {
  return (
    <section class="sheet" aria-labelledby="zone">
      <h2 id="zone">Time of the digests</h2>
      <p class="small">They come at eight in the morning.</p>
      <PostForm to={`${path}/time-zone`}>
        <div class="fields">
          <div class="field">
            <label for="timeZone">Time zone</label>
            <select id="timeZone" name="timeZone">
              {[...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => (
                <option value={zone} selected={zone === timeZone}>
                  {zone}
                </option>
              ))}
            </select>
          </div>
        </div>
        <div class="actions">
          <button class="button" type="submit">
            Save the time zone
          </button>
        </div>
      </PostForm>
    </section>
  )
}
