import { expect, test } from 'vitest'
import {
  formatAcknowledgementMessage,
  formatAgreementMessage,
  formatConfirmationMessage,
  formatGrantMessage,
  formatMailMessage,
  parseMailAddress,
} from '../../../src/service/notices/mail-message.ts'
import { letters } from '../../../src/things/mail-addresses/texts/letters.de.ts'

const frame = { service: 'Checkwright', publicUrl: 'https://acme.example', organization: 'Acme', words: letters }
const url = 'https://acme.example/link'
const time = '2026-05-01T12:30:00.000Z'
const finding = {
  id: 'n',
  type: 'finding.opened',
  version: 1,
  organizationId: 'acme',
  createdAt: time,
  data: { severity: 'high', findingId: 'f1', cause: 'grant', checkId: 'admin-mfa' },
} as const

test.each([
  ['an acknowledgement', formatAcknowledgementMessage(frame, { url, endsAt: time }), /bestätigen\.\n.*\n\nDas Öffnen/],
  ['an agreement', formatAgreementMessage(frame, { url }), /Dokumente einer Organisation/],
  ['a grant', formatGrantMessage(frame, { url, lastDay: '2026-05-09' }), /bis 2026-05-09 \(UTC\)/],
  ['a question', formatConfirmationMessage(frame, { url, expiresAt: time }), /bis\n2026-05-01 12:30 UTC:/],
  [
    'a notice',
    formatMailMessage(finding, frame),
    /^Hoch: Ein Objekt[\s\S]*Der Zugriff wurde[\s\S]*\nFeststellung: f1\nPrüfung: admin-mfa/,
  ],
])('a letter with %s in German has no English', (_, { subject, text }, words) => {
  expect(text).toMatch(words)
  expect(`${subject} ${text}`).not.toMatch(/\b(?:the|you|this|of|an? organization|calls itself)\b/i)
})

test('a digest in German names what there was', () => {
  const data = { day: '2026-05-01', counts: { 'run.finished': 3, unheard: 1 } }

  const { subject, text } = formatMailMessage({ ...finding, type: 'digest.daily', data }, frame)

  expect(subject).toBe('Checkwright: Was es bis 2026-05-01 gab')
  expect(text).toContain('3 × Ein Prüflauf ist beendet\n1 × unheard\n')
})

test.each([
  ['Ada <ada@acme.example>', 'ada@acme.example'],
  ['mailto:Ada@Acme.example', 'Ada@Acme.example'],
  ['ada@müller.example', 'ada@xn--mller-kva.example'],
  ['ada@acme.中国', 'ada@acme.xn--fiqs8s'],
  ['ada@acme.example.', 'ada@acme.example'],
  ['ada@acme.example, bob@acme.example', undefined],
  ['ada@acme.example\r\nBcc: eve@acme.example', undefined],
  ['jörg@acme.example', undefined],
  ['ada@localhost', undefined],
  ['ada@127.0.0.1', undefined],
])('the address in %j, as a letter has it: %j', (text, expected) => {
  expect(parseMailAddress(text)).toBe(expected)
})
