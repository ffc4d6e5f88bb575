import type { Redactor } from '../../http/redact/redact.ts'
import { redactedMark } from '../../http/redact/redact.ts'
import { listTexts } from './json-texts.ts'
import { normalizeName } from './person-names.ts'
import type { Recording } from './recording.ts'

/** Something in a recording that looks like a secret. Its value is told nowhere. */
export interface SecretFinding {
  /** As one would write it in code: `exchanges[0].response.json.users[1].note`. */
  readonly path: string
  /** In words: "a GitHub token". */
  readonly what: string
}

// Who sees this many knows that something general is wrong.
const findingsMax = 20

/**
 * Looks for secrets that nobody declared, after everything that is known to be one was taken out.
 * @param known the credentials that it was recorded with, in every encoding
 */
export function findSecrets(recording: Recording, known: Redactor): readonly SecretFinding[] {
  const findings = new Map<string, SecretFinding>()
  const names: string[] = []
  for (const { text, path, member, isName } of listTexts(recording)) {
    const what = known.finds(text)
      ? 'a credential of the run'
      : (findSecretShape(text) ?? (isName ? undefined : findNamedSecret(member, text)))
    if (what === undefined) continue
    if (isName) names.push(text)
    findings.set(path, { path, what: isName ? `${what}, as the name of a member` : what })
    if (findings.size === findingsMax) break
  }
  // A path is made of names, and a secret may be one.
  const shown = (path: string) => names.reduce((text, name) => text.replaceAll(name, '…'), path)
  return [...findings.values()].map(({ path, what }) => ({ path: shown(path), what: shown(what) }))
}

/** Known forms of tokens, as their vendors document them. */
const shapes: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/],
  ['a GitLab token', /\bgl(?:pat|ptt|oas|rt|dt|cbt|ft|soat)-[\w-]{20,}/],
  ['a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}/],
  ['a Slack webhook', /hooks\.slack\.com\/(?:services|workflows)\/T[A-Za-z0-9_]+\/[A-Za-z0-9_/]+/],
  ['a Google API key', /\bAIza[\w-]{35}(?![\w-])/],
  ['a Google access token', /\bya29\.[\w-]{20,}/],
  ['a Google client secret', /\bGOCSPX-[\w-]{20,}/],
  ['an Atlassian token', /\bATATT3[\w=-]{20,}/],
  ['a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/],
  ['a PyPI token', /\bpypi-AgEI[\w-]{20,}/],
  ['a SendGrid key', /\bSG\.[\w-]{16,}\.[\w-]{16,}/],
  ['a Twilio key', /\bSK[0-9a-f]{32}\b/],
  ['a Shopify token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/],
  ['a DigitalOcean token', /\bdo[opr]_v1_[0-9a-f]{64}/],
  ['a HubSpot token', /\bpat-(?:na|eu)\d-[0-9a-f-]{36}/],
  ['an OpenAI or Anthropic key', /\bsk-(?:proj-|ant-)?[\w-]{32,}/],
  ['a HashiCorp Vault token', /\bhv[bs]\.[\w-]{20,}/],
  ['a Databricks token', /\bdapi[0-9a-f]{32}\b/],
  ['an Okta API token', /\bSSWS [\w-]{20,}/],
  ['a JSON Web Token', /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/],
  ['a bearer token', /\bBearer [A-Za-z0-9._~+/=-]{16,}/i],
  ['HTTP Basic credentials', /\bBasic [A-Za-z0-9+/]{12,}={0,2}(?![\w])/],
  ['a password in a URL', /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"']{1,100}:[^\s/@"'[]{3,100}@/i],
  ['an Azure storage key', /\bAccountKey=[A-Za-z0-9+/]{40,}/],
]

function findSecretShape(text: string): string | undefined {
  return shapes.find(([, pattern]) => pattern.test(text))?.[0]
}

const secretNamePattern =
  /token|secret|passw|passphrase|apikey|accesskey|privatekey|credential|signature|authorization|sessionid|sessionkey|webhookurl|connectionstring/

/** Where in a list the vendor is, which is no secret, whatever it is called: `next_page_token`. */
const cursorNamePattern =
  /page|next|prev|cursor|continuation|sync|skip|delta|marker|tokentype|tokenid|count|expir|algorithm|method|policy/

/** A value that was drawn at random, under a name that secrets have. */
function findNamedSecret(member: string, text: string): string | undefined {
  const name = normalizeName(member)
  if (!secretNamePattern.test(name) || cursorNamePattern.test(name)) return undefined
  if (text.includes(redactedMark) || !/^[\x21-\x7e]{16,}$/.test(text)) return undefined
  // Identifiers and addresses are long too, and made of words.
  if (/^https?:\/\//i.test(text) || /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) return undefined
  return measureBitsPerCharacter(text) >= 3.3 && /\d/.test(text) && /[A-Za-z]/.test(text)
    ? `a random value called "${member}"`
    : undefined
}

/** Shannon's entropy of the text's own characters: words have about 3, random base64 of 20 characters over 3.8. */
function measureBitsPerCharacter(text: string): number {
  const counts = Map.groupBy(text, (character) => character)
  return [...counts.values()].reduce(
    (bits, { length }) => bits - (length / text.length) * Math.log2(length / text.length),
    0,
  )
}
