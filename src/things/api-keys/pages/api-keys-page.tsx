import { ApiError } from '../../../errors/index.ts'
import { mayDo, type Role } from '../../../service/rights/permissions.ts'
import { isScope, personalScopes, type Scope, scopes } from '../../../service/rights/scopes.ts'
import { useTexts } from '../../all-texts/use-texts.ts'
import { Link, PostForm } from '../../pages/frame/links.tsx'
import { defineAction, definePage, type OwnVisit, type PageAnswer } from '../../pages/page-route.ts'
import { Alert } from '../../pages/shared/alert.tsx'
import { Moment } from '../../pages/shared/moment.tsx'
import { OlderLink, readListPlace } from '../../pages/shared/older-link.tsx'
import { Scrollable } from '../../pages/shared/scrollable.tsx'
import { SecretOnce } from '../../pages/shared/secret-once.tsx'
import { SettingsHead } from '../../pages/shared/settings-head.tsx'
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
  return {
    kind: 'page',
    status: refused === undefined ? 200 : 400,
    title: texts.settings.apiKeys,
    content: (
      <>
        <SettingsHead title={texts.settings.apiKeys} at={at}>
          <p class="lead">{texts.settings.programsUseThemToAsk}</p>
        </SettingsHead>
        <div class="stack">
          {keys.length === 0 && <p class="sheet">{texts.settings.thereAreNoSuchKeys[valid ? 'valid' : 'ended']}</p>}
          {keys.length > 0 && (
            <div>
              <KeyTable
                title={valid ? texts.settings.keys : texts.settings.keysThatEnded}
                keys={keys}
                names={names}
                canRevoke={valid}
              />
              <OlderLink at={at} query={query} last={last && { atMs: Date.parse(last.createdAt), id: last.id }} />
            </div>
          )}
          {ended && (
            <p>
              <Link to={`${at}?show=ended`}>{texts.settings.keysThatEnded}</Link>
            </p>
          )}
          {!valid && (
            <p>
              <Link to={at}>{texts.settings.validKeys}</Link>
            </p>
          )}
          <MintForm role={role} refused={refused} />
        </div>
      </>
    ),
  }
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
    if (name === '' || [...name].length > 100) return refuse(texts.settings.giveTheKeyAName)
    const scopesOfKey = [...new Set(chosen)]
    if (scopesOfKey.length === 0) return refuse(texts.settings.chooseWhatTheKeyMay)
    if (!scopesOfKey.every((scope) => isScope(scope) && grantable.includes(scope)))
      return refuse(texts.settings.youCanGiveAKey)
    if (!Object.hasOwn(texts.settings.lives, days)) return refuse(texts.settings.chooseWhenTheKeyEnds)
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
      return {
        kind: 'page',
        title: texts.settings.theNewKey,
        made: id,
        content: (
          <SecretOnce title={texts.settings.theKey({ name })} secret={key} back={at}>
            {texts.settings.sendItAsKeepIt({ code: <code>X-API-Key</code> })}
          </SecretOnce>
        ),
      }
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
  return (
    <Scrollable name={title}>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">{texts.settings.name}</th>
            <th scope="col">{texts.settings.madeBy}</th>
            <th scope="col">{texts.settings.may}</th>
            <th scope="col">{texts.settings.lastUsed}</th>
            <th scope="col">{texts.settings.ends}</th>
            {canRevoke && (
              <th scope="col">
                <span class="sr">{texts.settings.revoke}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr>
              <th scope="row">
                {key.name ?? texts.settings.withoutAName}
                <span class="small">
                  <code>{key.id}</code>
                </span>
              </th>
              <td data-label={texts.settings.madeBy}>
                {key.userId === undefined ? (
                  texts.settings.onTheMachine
                ) : (
                  <Link to={`/settings/people/${encodeURIComponent(key.userId)}`}>
                    {names.get(key.userId) ?? key.userId}
                  </Link>
                )}
              </td>
              <td data-label={texts.settings.may}>
                <details>
                  <summary>{texts.settings.countScopes({ scopes: key.scopes.length })}</summary>
                  <span class="small">{key.scopes.join(', ')}</span>
                </details>
              </td>
              <td data-label={texts.settings.lastUsed}>
                {key.lastUsedAt ? <Moment at={key.lastUsedAt} /> : texts.settings.never}
              </td>
              <td data-label={texts.settings.ends}>
                <KeyEnd apiKey={key} />
              </td>
              {canRevoke && (
                <td>
                  <PostForm to={`${at}/${key.id}/revoke`}>
                    <button
                      class="button danger"
                      type="submit"
                      aria-label={texts.settings.revokeNamed({ name: key.name ?? key.id })}
                    >
                      {texts.settings.revoke}
                    </button>
                  </PostForm>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

function KeyEnd({ apiKey: { revokedAt, expiresAt } }: { readonly apiKey: ApiKey }) {
  const texts = useTexts()
  if (revokedAt) return <>{texts.settings.revoked({ moment: <Moment at={revokedAt} /> })}</>
  return expiresAt ? <Moment at={expiresAt} /> : texts.settings.never
}

interface MintFormProps {
  readonly role: Role
  readonly refused: { readonly name: string; readonly chosen: readonly string[]; readonly problem: string } | undefined
}

function MintForm({ role, refused }: MintFormProps) {
  const texts = useTexts()
  return (
    <section class="sheet" aria-labelledby="mint">
      <h2 id="mint">{texts.settings.makeAKey}</h2>
      <p class="small">{texts.settings.youSeeTheKeyOnce}</p>
      <Alert says={refused?.problem} />
      <PostForm to={at}>
        <div class="fields">
          <div class="field">
            <label for="name">{texts.settings.name}</label>
            <input id="name" name="name" required maxlength={100} value={refused?.name ?? ''} />
          </div>
          <div class="field">
            <label for="days">{texts.settings.endsAfter}</label>
            <select id="days" name="days">
              {Object.entries(texts.settings.lives)
                .toSorted(
                  ([a], [b]) => (Number(a) || Number.POSITIVE_INFINITY) - (Number(b) || Number.POSITIVE_INFINITY),
                )
                .map(([days, label]) => (
                  <option value={days} selected={days === '90'}>
                    {label}
                  </option>
                ))}
            </select>
          </div>
        </div>
        <fieldset class="field">
          <legend>{texts.settings.whatItMayDo}</legend>
          <div class="fields ticks">
            {listGrantable(role).map((scope) => (
              <label class="tick">
                <input type="checkbox" name="scope" value={scope} checked={refused?.chosen.includes(scope) ?? false} />{' '}
                <span>
                  <code>{scope}</code> <span class="small">{texts.settings.scopeWords[scope]}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div class="actions">
          <button class="button primary" type="submit">
            {texts.settings.makeTheKey}
          </button>
        </div>
      </PostForm>
    </section>
  )
}
