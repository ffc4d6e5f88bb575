import { describe, expect, test } from 'vitest'
import { Redactor } from '../../../src/http/redact/redact.ts'
import { redactBody } from '../../../src/http/redact/redact-body.ts'
import { findSecretShape, hideSecretShapes } from '../../../src/http/redact/secret-shapes.ts'

// Put together here, so that no scanner takes this file for a leak.
const join = (...parts: readonly string[]) => parts.join('')
const drawn = 'q7Rk2mZx9TbW4cVn8LpD'

const secrets: readonly (readonly [what: string, text: string, shown: string])[] = [
  ['a token of a link', `https://acme.example/open?token=${drawn}`, 'https://acme.example/open?token=[redacted]'],
  ['a reset token', `/reset?a=1&reset_token=${drawn}&b=2`, '/reset?a=1&reset_token=[redacted]&b=2'],
  ['an invitation token', `/i?invitation_token=${drawn}`, '/i?invitation_token=[redacted]'],
  ['a code', `https://acme.example/cb?state=x&code=${drawn}`, 'https://acme.example/cb?state=x&code=[redacted]'],
  ['an invitation link', `https://acme.example/invite/${drawn}`, 'https://acme.example/invite/[redacted]'],
  [
    'a deeper invitation link',
    `https://acme.example/new/en/accept-invite/${drawn}/x`,
    'https://acme.example/new/en/accept-invite/[redacted]/x',
  ],
  [
    'a Slack webhook',
    join('https://hooks.slack', '.com/services/T0AAAAAAA/B0AAAAAAA/', drawn),
    'https://hooks.slack.com/services/[redacted]',
  ],
  [
    'a Discord webhook',
    join('https://discord', '.com/api/webhooks/123456789/', drawn),
    'https://discord.com/api/webhooks/[redacted]',
  ],
  ['a JSON Web Token', join('is ey', 'JhbGciOiJIUzI1NiJ9.ey', 'JzdWIiOiIxMjM0In0.', drawn), 'is [redacted]'],
  ['a GitHub token', join('gh', 'p_', drawn, drawn), '[redacted]'],
  ['a bearer token', join('Bearer ', drawn), 'Bearer [redacted]'],
  [
    'a private key',
    join('-----BEGIN RSA PRIV', 'ATE KEY-----\n', drawn, '\n-----END RSA PRIV', 'ATE KEY-----\nend'),
    '[redacted]\nend',
  ],
]

const hex = '0123456789abcdef'
/** One of each form, as short as it may be. */
const examples: readonly (readonly [what: string, ...texts: readonly string[]])[] = [
  ['a private key', join('-----BEGIN ', 'PRIVATE KEY-----')],
  [
    'a GitHub token',
    ...[...'pousr'].map((kind) => join('gh', kind, '_', 'a'.repeat(36))),
    join('github', '_pat_', 'a'.repeat(50)),
  ],
  [
    'a GitLab token',
    ...['pat', 'ptt', 'oas', 'rt', 'dt', 'cbt', 'ft', 'soat'].map((kind) => join('gl', kind, '-', 'a'.repeat(20))),
  ],
  ['a Slack token', ...[...'abeoprs'].map((kind) => join('xox', kind, '-', drawn)), join('xapp', '-1-', drawn)],
  ['a Slack webhook', join('hooks.slack', '.com/triggers/T0/a')],
  ['a Discord webhook', ...['', 'app'].map((more) => join('discord', more, '.com/api/webhooks/1/', drawn))],
  [
    'a Teams webhook',
    join('acme.webhook', '.office.com/webhookb2/', drawn),
    join('outlook', '.office.com/webhook/', drawn),
  ],
  ['a Zapier webhook', join('hooks.zapier', '.com/hooks/catch/1/a')],
  ['a PagerDuty key', join('events.pagerduty', '.com/integration/', hex)],
  ['an IFTTT key', join('maker.ifttt', '.com/trigger/a/with/key/', drawn)],
  ['a Telegram token', join('api.telegram', '.org/bot1:', drawn)],
  ['a Google API key', join('AI', 'za', 'a'.repeat(35))],
  ['a Google access token', join('ya', '29.', drawn)],
  ['a Google client secret', join('GOC', 'SPX-', drawn)],
  ['an Atlassian token', join('ATA', 'TT3', drawn)],
  ['a Stripe key', ...['rk_live', 'sk_test'].map((kind) => join(kind, '_', 'a'.repeat(16)))],
  ['an npm token', join('np', 'm_', 'a'.repeat(36))],
  ['a PyPI token', join('pypi', '-AgEI', drawn)],
  ['a SendGrid key', join('S', 'G.', drawn, '.', drawn)],
  ['a Twilio key', join('S', 'K', hex, hex)],
  ['a Shopify token', ...['at', 'ca', 'pa', 'ss'].map((kind) => join('shp', kind, '_', hex, hex))],
  ['a DigitalOcean token', ...[...'opr'].map((kind) => join('do', kind, '_v1_', hex.repeat(4)))],
  ['a HubSpot token', ...['na', 'eu'].map((place) => join('pat', `-${place}1-`, hex, hex, 'abcd'))],
  ['an OpenAI or Anthropic key', ...['', 'proj-', 'ant-'].map((kind) => join('sk', '-', kind, hex, hex))],
  ['a HashiCorp Vault token', ...[...'bs'].map((kind) => join('hv', kind, '.', drawn))],
  ['a Databricks token', join('da', 'pi', hex, hex)],
  ['an Okta API token', join('SS', 'WS ', drawn)],
  ['a JSON Web Token', join('ey', 'Jaaaaaaaa.ey', 'Jaaaaaaaa.aaaaaaaa')],
  ['a bearer token', join('bEARER ', 'aaaaaaaaaaaaaaa1')],
  ['HTTP Basic credentials', join('Basic ', 'aaaaaaaaaaa1')],
  ['an HTTP Digest response', join('RESPONSE="', hex, hex, '"'), join('response=\\"', hex, hex, '\\"')],
  ['a password in a URL', join('https://ada:', 'abc@acme.example')],
  ['a password in a URL', join('https://', 'a'.repeat(100), ':', 'b'.repeat(100), '@acme.example')],
  ['a text that is no JSON', join(`Unexpected token 'a', "abc" is not valid JSON`)],
  ['an Azure storage key', join('Account', 'Key=', 'a'.repeat(40))],
  [
    'a token in a link',
    ...['token', 'JWT', 'otp', 'ticket', 'reset_code', 'loginKey', 'session-hash'].map((name) => `?${name}=abcdef`),
  ],
  ['a code in a link', '?CODE=abcdefg1'],
  [
    'an invitation link',
    ...['invite', 'invitations', 'join', 'accept', 'Activate', 'reset', 'password/reset', 'verify', 'confirm'].map(
      (word) => `https://a.example/${word}/${drawn}`,
    ),
    ...['magic', 'signup', 'shared_invite'].map((word) => `https://a.example/${word}/${drawn}`),
  ],
]

test.each(examples)('findSecretShape() finds %s wherever it stands', (what, ...texts) => {
  const found = texts.flatMap((text) => [text, `{"text":"x ${text} y"}`].map((each) => findSecretShape(each)))

  expect(found).toEqual(found.map(() => what))
  expect(texts.map((text) => hideSecretShapes(text)).filter((shown) => !shown.includes('[redacted]'))).toEqual([])
})

describe('hideSecretShapes()', () => {
  test.each(secrets)('takes out %s', (_what, text, shown) => {
    expect(hideSecretShapes(text)).toBe(shown)
    expect(hideSecretShapes(shown)).toBe(shown)
    expect(findSecretShape(text)).toEqual(expect.stringMatching(/./))
    expect(findSecretShape(shown)).toBeUndefined()
  })

  test.each([
    'https://api.acme.example/users?page_token=abcdef0123456789&limit=10',
    '/users?next_token=abcdef0123456789',
    'https://acme.example/countries?code=DE',
    'https://acme.example/invite/settings-of-the-team',
    'https://api.acme.example/invitations/12345',
    'Basic authentication is switched off for everybody',
    'Bearer authentication-by-the-gateway',
    'https://acme.example/reset-password',
    'token={token}',
  ])('leaves %s', (text) => {
    expect(hideSecretShapes(text)).toBe(text)
  })

  test.each([
    '-----BEGIN PRIVATE KEY-----',
    'https://a/',
    'https://a:b',
    '?token=',
    '&code=a',
    'Bearer a',
    'eyJaaaaaaaa-',
    'SG.aaaaaaaaaaaaaaaaaaaaa',
    'https://acme.example/a/a/a/',
    'aaaaaaaa',
    'a-',
  ])('takes time that grows with the text, and not with its square: %s', (piece) => {
    const measure = (length: number) => {
      const text = `eyJ ${piece.repeat(length / piece.length)}`
      const tries = [0, 1, 2, 3, 4].map(() => {
        const began = performance.now()
        hideSecretShapes(text)
        return performance.now() - began
      })
      return Math.min(...tries)
    }
    measure(20_000)
    const ratio = measure(320_000) / Math.max(measure(20_000), 2)

    // Sixteen times the text; a quadratic search would take two hundred and fifty-six times as long.
    expect(ratio).toBeLessThan(120)
  })
})

describe('what leaves a run', () => {
  test.each(secrets)('has no %s in a JSON body, in text and in evidence', (_what, text, shown) => {
    const redactor = new Redactor()
    const body = JSON.stringify({ items: [{ note: text, count: 7 }] })

    expect(JSON.parse(redactBody(body, 'application/json', redactor))).toMatchObject({ items: [{ note: shown }] })
    expect(redactor.text(text)).toBe(shown)
    expect(redactor.json({ link: text })).toEqual({ link: shown })
  })
})

test('what JSON.parse says of a secret does not quote its beginning', () => {
  const redactor = new Redactor()
  const secret = 'sesame-4711-open-the-door'
  redactor.add(secret)
  const messages = [secret, `x${secret}`, `{"a": ${secret}}`, secret.slice(0, 12)].map((text) => {
    try {
      return String(JSON.parse(text))
    } catch (error) {
      return redactor.text(`It said: ${String(error)}.`)
    }
  })

  for (const message of messages) {
    expect(message).toContain('Unexpected token [redacted] is not valid JSON.')
    expect(message).not.toMatch(/ses|ame|471/)
  }
})
