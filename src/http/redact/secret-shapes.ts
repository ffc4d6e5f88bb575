import { redactedMark } from './secret-names.ts'

/** A form that identifies a secret that nobody has declared. */
interface SecretShape {
  /** In words: "a GitHub token". */
  readonly what: string
  /** The first captured group names the place and stays. */
  readonly pattern: RegExp
}

const createShape = (what: string, pattern: RegExp): SecretShape => ({
  what,
  pattern: new RegExp(pattern, `${pattern.flags}g`),
})

/** A part of an address or a parameter that was drawn at random: not a word, number or template. */
const random = String.raw`(?=[\w%.~-]*\d)(?=[\w%.~-]*[A-Za-z])[\w%.~-]`

/** Documented forms of tokens, and of addresses that work for anybody who has them. */
const shapes: readonly SecretShape[] = [
  createShape(
    'a private key',
    /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY-----[A-Za-z0-9+/=\s\\]*(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY-----)?/,
  ),
  createShape('a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/),
  createShape('a GitLab token', /\bgl(?:pat|ptt|oas|rt|dt|cbt|ft|soat)-[\w-]{20,}/),
  createShape('a Slack token', /\bxox[abeoprs]-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{10,}/),
  createShape(
    'a Slack webhook',
    /\b(hooks\.slack\.com\/(?:services|workflows|triggers)\/)T[A-Za-z0-9_]+\/[A-Za-z0-9_/]+/,
  ),
  createShape('a Discord webhook', /\b(discord(?:app)?\.com\/api\/webhooks\/)\d+\/[\w-]{20,}/),
  createShape(
    'a Teams webhook',
    /(?<![\w-])((?:[\w-]{1,100}\.webhook\.office\.com\/webhookb2|outlook\.office\.com\/webhook)\/)[\w@/-]{20,}/,
  ),
  createShape('a Zapier webhook', /\b(hooks\.zapier\.com\/hooks\/(?:catch|standard)\/)\d+\/\w+/),
  createShape('a PagerDuty key', /\b(events\.pagerduty\.com\/integration\/)[0-9a-f]{16,}/),
  createShape('an IFTTT key', /\b(maker\.ifttt\.com\/trigger\/[\w-]+\/(?:json\/)?with\/key\/)[\w-]{10,}/),
  createShape('a Telegram token', /\b(api\.telegram\.org\/bot)\d+:[\w-]{20,}/),
  createShape('a Google API key', /\bAIza[\w-]{35}(?![\w-])/),
  createShape('a Google access token', /\bya29\.[\w-]{20,}/),
  createShape('a Google client secret', /\bGOCSPX-[\w-]{20,}/),
  createShape('an Atlassian token', /\bATATT3[\w=-]{20,}/),
  createShape('a Stripe key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/),
  createShape('an npm token', /\bnpm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/),
  createShape('a PyPI token', /\bpypi-AgEI[\w-]{20,}/),
  createShape('a SendGrid key', /(?<![\w-])SG\.[\w-]{16,}\.[\w-]{16,}/),
  createShape('a Twilio key', /\bSK[0-9a-f]{32}\b/),
  createShape('a Shopify token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}/),
  createShape('a DigitalOcean token', /\bdo[opr]_v1_[0-9a-f]{64}/),
  createShape('a HubSpot token', /\bpat-(?:na|eu)\d-[0-9a-f-]{36}/),
  createShape('an OpenAI or Anthropic key', /\bsk-(?:proj-|ant-)?[\w-]{32,}/),
  createShape('a HashiCorp Vault token', /\bhv[bs]\.[\w-]{20,}/),
  createShape('a Databricks token', /\bdapi[0-9a-f]{32}\b/),
  createShape('an Okta API token', /\b(SSWS )[\w-]{20,}/),
  createShape('a JSON Web Token', /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/),
  // With a digit, because "Bearer authentication" and "Basic authentication" are not credentials.
  createShape('a bearer token', /\b(Bearer )(?=[A-Za-z._~+/=-]*\d)[A-Za-z0-9._~+/=-]{16,}/i),
  createShape('HTTP Basic credentials', /\b(Basic )(?=[A-Za-z+/]*[\d=])[A-Za-z0-9+/]{12,}={0,2}(?![\w])/),
  // Who has it can try passwords for as long as they like. A vendor may quote the header in JSON.
  createShape('an HTTP Digest response', /(\bresponse=\\?")[0-9a-f]{32,64}(?=\\?")/i),
  createShape('a password in a URL', /(:\/\/[^\s/:@"']{1,100}:)[^\s/@"'[]{3,100}(?=@)/),
  // V8 quotes text that it could not parse, and a check may have parsed a secret: JSON.parse(credentials.key).
  createShape(
    'a text that is no JSON',
    /(Unexpected token )'[\s\S]{1,2}', (?:\.\.\.)?"[\s\S]{0,60}?"(?:\.\.\.)?(?= is not valid JSON)/,
  ),
  createShape('an Azure storage key', /\b(AccountKey=)[A-Za-z0-9+/]{40,}/),
  // Page tokens are not secret: they are positions in a list.
  createShape(
    'a token in a link',
    /([?&;#](?:token|jwt|otp|ticket|(?:reset|invite|invitation|confirm|confirmation|activation|verify|verification|magic|login|sign_?in|unlock|unsubscribe|share|access|auth|session|security|recovery|password_reset|reset_password|email)[_-]?(?:token|code|key|hash|ticket))=)[\w%.~+/-]{6,}=*/i,
  ),
  createShape('a code in a link', new RegExp(`([?&;#]code=)${random}{8,}`, 'i')),
  createShape(
    'an invitation link',
    new RegExp(
      String.raw`(https?:\/\/[^\s/"'<>]{1,253}(?:\/[^\s/"'<>?#]{1,100}){0,5}?\/(?:invite|invites|invitation|invitations|join|accept|accept-invite|accept-invitation|activate|reset|reset-password|password-reset|password\/reset|verify|verify-email|confirm|magic|magic-link|signup|shared_invite)\/)${random}{16,}`,
      'i',
    ),
  ),
]

// A text that has none of these has none of the forms. Few texts have one, so a search for each form is rare.
const signTexts = ['-----BEGIN ', 'yJ', 'SSWS ', 'Basic ']
// Most begin with their rarest character and look back from there: patterns that read from left to right take four times as
// long. What may stand before each such character is in one group, which takes two thirds of the time. Two or three that begin
// with letters are faster together, and many are slower.
const signPatterns: readonly RegExp[] = [
  /[-_.](?<=(?:gh[pousr]|github_pat|k_(?:live|test)|npm|shp(?:at|ca|pa|ss)|do[opr]_v1)_|(?:gl(?:pat|ptt|oas|rt|dt|cbt|ft|soat)|xox[abeoprs]|xapp|GOCSPX|pypi)-|(?:hooks|\bwebhook|outlook|discord(?:app)?|events|maker|telegram|ya29|SG|hv[bs])\.)|-(?<=sk-)[\w-]{32}|-(?<=pat-)(?:na|eu)\d/,
  /AIza|ATATT3|valid JSON/,
  /bearer [\w.~+/=-]{16}|dapi[0-9a-f]{32}/i,
]
// To look for the character first takes a tenth of the time of the pattern, and many texts do not have it.
const rareSigns: readonly { readonly part: string; readonly pattern: RegExp }[] = [
  { part: '=', pattern: /=(?<=(?:token|jwt|otp|ticket|code|key|hash|response)=)/i },
  {
    part: '/',
    pattern: /\/(?:invit|join\/|accept|activate|reset|password|verify|confirm|magic|signup|shared_invite)/i,
  },
  { part: '@', pattern: /:\/\/[^\s/"'@]{1,201}@/ },
  { part: 'SK', pattern: /SK[0-9a-f]{32}/ },
]

/** No sign has more characters, with those before it that it looks back at. */
export const shapeSignMax = 512

/** The first form that is found in a text; undefined if there is none. */
export function findSecretShape(text: string): string | undefined {
  if (!mayHoldSecretShape(text)) return undefined
  return shapes.find(({ pattern }) => {
    pattern.lastIndex = 0
    return pattern.test(text)
  })?.what
}

/** Whether a text may contain one. False is certain. */
export function mayHoldSecretShape(text: string): boolean {
  for (const sign of signTexts) if (text.includes(sign)) return true
  for (const pattern of signPatterns) if (pattern.test(text)) return true
  for (const { part, pattern } of rareSigns) if (text.includes(part) && pattern.test(text)) return true
  return false
}

/** The text without values that have the form of a secret. Hosts and names of parameters stay. */
export function hideSecretShapes(text: string): string {
  if (!mayHoldSecretShape(text)) return text
  return shapes.reduce(
    (shown, { pattern }) =>
      shown.replace(
        pattern,
        (_all, visible: unknown) => `${typeof visible === 'string' ? visible : ''}${redactedMark}`,
      ),
    text,
  )
}
