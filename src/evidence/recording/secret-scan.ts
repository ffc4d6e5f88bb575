import { type Redactor, redactedMark } from '../../http/redact/redact.ts'
import { findSecretShape } from '../../http/redact/secret-shapes.ts'
import { listTexts } from './json-texts.ts'
import { normalizeName } from './person-names.ts'
import type { Recording } from './recording.ts'

/** A text in a recording that looks like a secret. Its value is not shown. */
export interface SecretFinding {
  /** As you write it in code: `exchanges[0].response.json.users[1].note`. */
  readonly path: string
  /** In words: "a GitHub token". */
  readonly what: string
}

// This many show that there is a general problem.
const findingsMax = 20

/**
 * Searches for secrets that nobody declared, after all known ones were removed.
 * @param known the credentials of the recording, in every encoding
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
  // A path contains names, and a name may be a secret.
  const shown = (path: string) => names.reduce((text, name) => text.replaceAll(name, '…'), path)
  return [...findings.values()].map(({ path, what }) => ({ path: shown(path), what: shown(what) }))
}

const secretNamePattern =
  /token|secret|passw|passphrase|apikey|accesskey|privatekey|credential|signature|authorization|sessionid|sessionkey|webhookurl|connectionstring/

/** Positions in a vendor's list, which are not secret, whatever their name: `next_page_token`. */
const cursorNamePattern =
  /page|next|prev|cursor|continuation|sync|skip|delta|marker|tokentype|tokenid|count|expir|algorithm|method|policy/

/** A random value under a secret's name. */
function findNamedSecret(member: string, text: string): string | undefined {
  const name = normalizeName(member)
  if (!secretNamePattern.test(name) || cursorNamePattern.test(name)) return undefined
  if (text.includes(redactedMark) || !/^[\x21-\x7e]{16,}$/.test(text)) return undefined
  // Identifiers and addresses are long too, but consist of words.
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
