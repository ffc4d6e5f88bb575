import { ApiError, CheckwrightError } from '../../../errors/index.ts'
import type { Texts } from '../../all-texts/texts.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { SelectField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { SecretOnce } from '../../pages/shared/secret-once.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Table } from '../../pages/shared/table.tsx'
import type { Webhook } from '../webhooks.ts'
import { emptyWebhook, NewWebhookForm, readTypedWebhook, type TypedWebhook } from './webhook-form.tsx'
import { WebhookState } from './webhook-words.tsx'

const path = '/settings/webhooks'
const access = 'webhooks:write'

/** Where notices go, and a form for another receiver. */
export const webhooksPage = definePage({ path, access, show: (visit) => answerWebhooks(visit) })

async function answerWebhooks(
  { texts, runtime, person: { organizationId } }: OwnVisit,
  refused?: { readonly typed: TypedWebhook; readonly problem: string },
): Promise<PageAnswer> {
  const [webhooks, timeZone, canMail] = await Promise.all([
    runtime.webhooks.list({ organizationId }),
    runtime.webhooks.timeZone({ organizationId }),
    runtime.webhooks.canMail(),
  ])
  return createPage(
    { status: refused === undefined ? 200 : 400, title: texts.labels.webhooks },
    <>
      <SettingsHead title={texts.labels.webhooks} at={path}>
        <p class="lead">{texts.webhooks.list.lead}</p>
      </SettingsHead>
      <div class="stack">
        {webhooks.length === 0 ? (
          <p class="sheet">{texts.webhooks.list.empty}</p>
        ) : (
          <WebhookTable webhooks={webhooks} />
        )}
        <NewWebhookForm typed={refused?.typed ?? emptyWebhook} problem={refused?.problem} canMail={canMail} />
        <TimeZoneForm timeZone={timeZone} />
      </div>
    </>,
  )
}

export const makeWebhook = defineAction({
  path,
  access,
  audit: { action: 'webhook.create' },
  act: async (submission) => {
    const { texts } = submission
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
      const notice = sink === 'email' ? 'mail-webhook-made' : 'webhook-made'
      if (secret === undefined) return { kind: 'redirect', to: page, notice, made: webhook.id }
      return createPage(
        { title: texts.webhooks.secret.pageTitle, made: webhook.id },
        <SecretOnce title={texts.webhooks.secret.title({ name: webhook.name })} secret={secret} back={page}>
          {texts.webhooks.secret.help}
        </SecretOnce>,
      )
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
  const texts = useTexts()
  return (
    <Scrollable name={texts.labels.webhooks}>
      <Table
        rows={webhooks}
        columns={[
          [texts.labels.name, ({ id, name }) => <Link to={`${path}/${id}`}>{name}</Link>],
          [
            texts.webhooks.list.target,
            ({ sink, target }) => (
              <>
                {texts.webhooks.sinks[sink]} <span class="small">{target}</span>
              </>
            ),
          ],
          [texts.webhooks.list.notices, (webhook) => describeNotices(texts, webhook)],
          [texts.labels.status, (webhook) => <WebhookState webhook={webhook} />],
        ]}
      />
    </Scrollable>
  )
}

/** `All notices, one digest a day, with names`. */
function describeNotices(texts: Texts, { types, rhythm, details }: Webhook): string {
  const notices = `${types === null ? texts.webhooks.list.all : types.join(', ')}, ${texts.webhooks.rhythms[rhythm]}`
  return details ? texts.webhooks.list.withDetails({ notices }) : notices
}

function TimeZoneForm({ timeZone }: { readonly timeZone: string }) {
  const texts = useTexts()
  return (
    <Sheet id="zone" title={texts.webhooks.digest.title}>
      <p class="small">{texts.webhooks.digest.help}</p>
      <PostForm to={`${path}/time-zone`}>
        <div class="fields">
          <SelectField name="timeZone" label={texts.labels.timeZone}>
            {[...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((zone) => (
              <option value={zone} selected={zone === timeZone}>
                {zone}
              </option>
            ))}
          </SelectField>
        </div>
        <div class="actions">
          <SubmitButton>{texts.webhooks.digest.button}</SubmitButton>
        </div>
      </PostForm>
    </Sheet>
  )
}
