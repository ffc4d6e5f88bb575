import { noticeTypes } from '../../../service/notices/notice.ts'
import { type Rhythm, rhythms, type Sink, sinks } from '../../../service/notices/webhook.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import type { SentForm } from '../../pages/form.ts'
import { PostForm } from '../../pages/frame/links.tsx'
import { Alert } from '../../pages/shared/alert.tsx'
import { countUnits } from '../../pages/shared/count-units.ts'
import { FormActions, FormField, InputField, SelectField } from '../../pages/shared/form-field.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { webhookUrlLengthMax } from '../webhook-input.ts'

/** What a person has typed. */
export interface TypedWebhook {
  readonly name: string
  readonly sink: Sink
  readonly url: string
  /** Addresses, as they were typed. */
  readonly to: string
  readonly settings: TypedSettings
}

export interface TypedSettings {
  readonly rhythm: Rhythm
  /** null: all. */
  readonly types: readonly string[] | null
  readonly details: boolean
}

export const emptyWebhook: TypedWebhook = {
  name: '',
  sink: 'webhook',
  url: '',
  to: '',
  settings: { rhythm: 'each', types: null, details: false },
}

export function readTypedWebhook(form: SentForm): TypedWebhook {
  return {
    name: form.text('name').trim(),
    sink: sinks.find((sink) => sink === form.text('sink')) ?? 'webhook',
    url: form.text('url').trim(),
    to: form.text('to').trim(),
    settings: readTypedSettings(form),
  }
}

/** No box that is ticked means all: a webhook that is told nothing is of no use. */
export function readTypedSettings(form: SentForm): TypedSettings {
  const types = form.all('type')
  return {
    rhythm: rhythms.find((rhythm) => rhythm === form.text('rhythm')) ?? 'each',
    types: types.length === 0 || types.length === Object.keys(noticeTypes).length ? null : types,
    details: form.text('details') === 'on',
  }
}

/** Makes a webhook. @param props.canMail whether the service has a mail server */
export function NewWebhookForm({
  typed,
  problem,
  canMail,
}: {
  readonly typed: TypedWebhook
  readonly problem: string | undefined
  readonly canMail: boolean
}) {
  const texts = useTexts()
  return (
    <Sheet id="new-webhook" title={texts.webhooks.form.title}>
      <Alert says={problem} />
      <PostForm to="/settings/webhooks">
        <div class="fields">
          <InputField name="name" label={texts.labels.name} required maxlength={nameLengthMax} value={typed.name} />
          <SelectField name="sink" label={texts.labels.kind}>
            {sinks
              .filter((sink) => canMail || sink !== 'email')
              .map((sink) => (
                <option value={sink} selected={sink === typed.sink}>
                  {texts.webhooks.sinks[sink]}
                </option>
              ))}
          </SelectField>
          <FormField id="url" label={texts.webhooks.form.url}>
            <input
              id="url"
              name="url"
              type="url"
              maxlength={countUnits(webhookUrlLengthMax)}
              value={typed.url}
              aria-describedby="url-hint"
            />
            <p class="small" id="url-hint">
              {texts.webhooks.form.urlHelp}
            </p>
          </FormField>
          {canMail && (
            <FormField id="to" label={texts.webhooks.form.addresses}>
              <input id="to" name="to" maxlength={countUnits(3_000)} value={typed.to} aria-describedby="to-hint" />
              <p class="small" id="to-hint">
                {texts.webhooks.form.addressesHelp}
              </p>
            </FormField>
          )}
        </div>
        <SettingFields settings={typed.settings} />
        <FormActions submit={texts.webhooks.form.title} />
      </PostForm>
    </Sheet>
  )
}

/** What it is told, and how. */
export function SettingFields({ settings: { rhythm, types, details } }: { readonly settings: TypedSettings }) {
  const texts = useTexts()
  return (
    <>
      <div class="fields">
        <SelectField name="rhythm" label={texts.labels.frequency}>
          {rhythms.map((each) => (
            <option value={each} selected={each === rhythm}>
              {texts.webhooks.rhythms[each]}
            </option>
          ))}
        </SelectField>
        <label class="tick">
          <input type="checkbox" name="details" checked={details} />{' '}
          <span>
            {texts.webhooks.form.details} <span class="small">{texts.webhooks.form.detailsHelp}</span>
          </span>
        </label>
      </div>
      <details open={types !== null}>
        <summary>{texts.webhooks.form.types}</summary>
        <fieldset class="field">
          <legend>{texts.webhooks.form.typesHelp}</legend>
          <div class="fields ticks">
            {Object.entries(texts.webhooks.notices).map(([type, words]) => (
              <label class="tick">
                <input type="checkbox" name="type" value={type} checked={types?.includes(type) ?? false} />{' '}
                <span>
                  <code>{type}</code> <span class="small">{words}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      </details>
    </>
  )
}
