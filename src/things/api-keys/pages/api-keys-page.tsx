import { ApiError } from '../../../errors/index.ts'
import { nameLengthMax } from '../../../service/records/text-limits.ts'
import { mayDo, type Role } from '../../../service/rights/permissions.ts'
import { isScope, personalScopes, type Scope, scopes } from '../../../service/rights/scopes.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { createPage, defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { FormActions, InputField, Options, SelectField, SubmitButton } from '../../pages/shared/form-field.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { SecretOnce } from '../../pages/shared/secret-once.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
import { Sheet } from '../../pages/shared/sheet.tsx'
import { Table, type TableColumn } from '../../pages/shared/table.tsx'
import type { ApiKey } from '../../runtime/runtime.ts'

const dayMs = 86_400_000
const pageSize = 50
const at = '/settings/api-keys'

/** The keys of the API, and a form that makes one. */
export const apiKeysPage = definePage({
  path: at,
  access: 'api-keys:write',
  show: (visit) => answerApiKeys(visit),
})

async function answerApiKeys(
  { texts, runtime, person, query }: OwnVisit,
  refused?: { readonly name: string; readonly chosen: readonly string[]; readonly problem: string },
): Promise<PageAnswer> {
  const { organizationId, role } = person
  const valid = query.get('show') !== 'ended'
  const place = readListPlace(query)
  const before = place && { createdAt: new Date(place.atMs).toISOString(), id: place.id }
  const found = await runtime.apiKeys.list({ organizationId, valid, before, limit: pageSize + 1 })
  const keys = found.slice(0, pageSize)
  const last = found.length > pageSize ? keys.at(-1) : undefined
  const [ended] = valid ? await runtime.apiKeys.list({ organizationId, valid: false, limit: 1 }) : []
  const ids = [...new Set(keys.flatMap(({ userId }) => userId ?? []))]
  const people = await runtime.people.listKnown({ organizationId, ids })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return createPage(
    { status: refused === undefined ? 200 : 400, title: texts.labels.apiKeys },
    <>
      <SettingsHead title={texts.labels.apiKeys} at={at}>
        <p class="lead">{texts.apiKeys.lead}</p>
      </SettingsHead>
      <div class="stack">
        {keys.length === 0 && <p class="sheet">{texts.apiKeys.empty[valid ? 'valid' : 'ended']}</p>}
        {keys.length > 0 && (
          <div>
            <KeyTable
              title={valid ? texts.labels.apiKeys : texts.apiKeys.ended}
              keys={keys}
              names={names}
              canRevoke={valid}
            />
            <OlderLink at={at} query={query} last={last && { atMs: Date.parse(last.createdAt), id: last.id }} />
          </div>
        )}
        {ended && (
          <p>
            <Link to={`${at}?show=ended`}>{texts.apiKeys.ended}</Link>
          </p>
        )}
        {!valid && (
          <p>
            <Link to={at}>{texts.apiKeys.valid}</Link>
          </p>
        )}
        <MintForm role={role} refused={refused} />
      </div>
    </>,
  )
}

export const mintApiKey = defineAction({
  path: at,
  access: 'api-keys:write',
  audit: { action: 'api-key.create' },
  act: async (submission) => {
    const { texts } = submission
    const { runtime, person, form } = submission
    const name = form.text('name').trim()
    const chosen = form.all('scope')
    const grantable = listGrantable(person.role)
    const days = Number(form.text('days'))
    const refuse = (problem: string) => answerApiKeys(submission, { name, chosen, problem })
    if (name === '' || [...name].length > nameLengthMax) return refuse(texts.apiKeys.create.nameInvalid)
    const scopesOfKey = [...new Set(chosen)]
    if (scopesOfKey.length === 0) return refuse(texts.apiKeys.create.scopesMissing)
    if (!scopesOfKey.every((scope) => isScope(scope) && grantable.includes(scope)))
      return refuse(texts.apiKeys.create.scopesTooWide)
    if (!Object.hasOwn(texts.apiKeys.create.lives, days)) return refuse(texts.apiKeys.create.lifeMissing)
    const nowMs = runtime.workspace.clock.nowMs()
    try {
      const { id, key } = await runtime.apiKeys.create({
        organizationId: person.organizationId,
        userId: person.userId,
        name,
        scopes: scopesOfKey,
        countsFor: `user:${person.userId}`,
        expiresAt: days === 0 ? undefined : new Date(nowMs + days * dayMs),
      })
      return createPage(
        { title: texts.apiKeys.created.pageTitle, made: id },
        <SecretOnce title={texts.apiKeys.created.title({ name })} secret={key} back={at}>
          {texts.apiKeys.created.help({ code: <code>X-API-Key</code> })}
        </SecretOnce>,
      )
    } catch (error) {
      if (error instanceof ApiError && error.code === 'API_QUOTA_EXCEEDED') return refuse(error.message)
      throw error
    }
  },
})

export const revokeApiKey = defineAction({
  path: `${at}/:apiKeyId/revoke`,
  access: 'api-keys:write',
  audit: { action: 'api-key.revoke', target: 'apiKeyId' },
  act: async ({ runtime, person: { organizationId }, params }) => {
    if (!(await runtime.apiKeys.revoke({ organizationId, id: params.apiKeyId ?? '' })))
      throw new ApiError('There is no such API key.', { code: 'NOT_FOUND' })
    return { kind: 'redirect', to: at, notice: 'api-key-revoked' }
  },
})

/** A person can give a key no more than they may do by themselves. */
function listGrantable(role: Role): readonly Scope[] {
  return (Object.keys(scopes) as Scope[]).filter((scope) => mayDo(role, scope) && !personalScopes.includes(scope))
}

interface KeyTableProps {
  readonly title: string
  readonly keys: readonly ApiKey[]
  readonly names: ReadonlyMap<string, string>
  readonly canRevoke: boolean
}

function KeyTable({ title, keys, names, canRevoke }: KeyTableProps) {
  const texts = useTexts()
  const revoking: TableColumn<ApiKey> = [
    <span class="sr">{texts.actions.revoke}</span>,
    ({ id, name }) => (
      <PostForm to={`${at}/${id}/revoke`}>
        <SubmitButton looks="danger" aria-label={texts.actions.revokeNamed({ name: name ?? id })}>
          {texts.actions.revoke}
        </SubmitButton>
      </PostForm>
    ),
  ]
  return (
    <Scrollable name={title}>
      <Table
        rows={keys}
        columns={[
          [
            texts.labels.name,
            ({ id, name }) => (
              <>
                {name ?? texts.apiKeys.table.unnamed}
                <span class="small">
                  <code>{id}</code>
                </span>
              </>
            ),
          ],
          [
            texts.labels.createdBy,
            ({ userId }) =>
              userId === undefined ? (
                texts.apiKeys.table.createdOnServer
              ) : (
                <Link to={`/settings/people/${encodeURIComponent(userId)}`}>{names.get(userId) ?? userId}</Link>
              ),
          ],
          [
            texts.apiKeys.table.scopes,
            ({ scopes }) => (
              <details>
                <summary>{texts.counts.permissions({ count: scopes.length })}</summary>
                <span class="small">{scopes.join(', ')}</span>
              </details>
            ),
          ],
          [
            texts.apiKeys.table.lastUsed,
            ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : texts.states.never),
          ],
          [texts.apiKeys.table.expires, (key) => <KeyEnd apiKey={key} />],
          ...(canRevoke ? [revoking] : []),
        ]}
      />
    </Scrollable>
  )
}

function KeyEnd({ apiKey: { revokedAt, expiresAt } }: { readonly apiKey: ApiKey }) {
  const texts = useTexts()
  if (revokedAt) return <>{texts.apiKeys.table.revoked({ moment: <Moment at={revokedAt} /> })}</>
  return expiresAt ? <Moment at={expiresAt} /> : texts.states.never
}

interface MintFormProps {
  readonly role: Role
  readonly refused: { readonly name: string; readonly chosen: readonly string[]; readonly problem: string } | undefined
}

function MintForm({ role, refused }: MintFormProps) {
  const texts = useTexts()
  return (
    <Sheet id="mint" title={texts.apiKeys.create.title}>
      <p class="small">{texts.apiKeys.create.help}</p>
      <Alert says={refused?.problem} />
      <PostForm to={at}>
        <div class="fields">
          <InputField
            name="name"
            label={texts.labels.name}
            required
            maxlength={nameLengthMax}
            value={refused?.name ?? ''}
          />
          <SelectField name="days" label={texts.apiKeys.create.life}>
            <Options
              of={Object.entries(texts.apiKeys.create.lives).toSorted(
                ([a], [b]) => (Number(a) || Number.POSITIVE_INFINITY) - (Number(b) || Number.POSITIVE_INFINITY),
              )}
              chosen={'90'}
            />
          </SelectField>
        </div>
        <fieldset class="field">
          <legend>{texts.apiKeys.table.scopes}</legend>
          <div class="fields ticks">
            {listGrantable(role).map((scope) => (
              <label class="tick">
                <input type="checkbox" name="scope" value={scope} checked={refused?.chosen.includes(scope) ?? false} />{' '}
                <span>
                  <code>{scope}</code> <span class="small">{texts.apiKeys.scopes[scope]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <FormActions submit={texts.apiKeys.create.title} />
      </PostForm>
    </Sheet>
  )
}
